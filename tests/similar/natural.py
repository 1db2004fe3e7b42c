"""Pairs as people and agents write them: those that say the same, and those that look like it and do not."""

SAME = (
    ("Prefers pnpm over npm in every project.", "prefers **pnpm** over npm in every project"),
    ("[2026-03-04] The API tests need Docker running.", "The API tests need docker running"),
    ("User prefers short answers without filler.", "User prefers short anwsers without filler"),
    ("Run the linter before every commit, always.", "Always run the linter before every commit"),
    ("用户喜欢用中文写提交信息。", "用户喜欢用中文写提交信息"),
    ("部署之前必须先运行所有的集成测试", "必须先运行所有的集成测试，部署之前"),
    (
        "Тесты базы данных запускаются только на сервере сборки",
        "тесты базы данных запускаютя только на сервере сборки",
    ),
    ("उपयोगकर्ता को छोटे उत्तर पसंद हैं", "उपयोगकर्ता को छोटे उत्तर पसंद हैं।"),
    ("ผู้ใช้ชอบคำตอบที่สั้นและตรงประเด็น", "ผู้ใช้ชอบคำตอบที่สั้นและตรงประเด็น!"),
    ("يفضل المستخدم الإجابات القصيرة دائما", "يفضل المستخدم الإجابات القصيرة دائما."),
    (
        "Die Rechnungen liegen im Ordner Buchhaltung und werden monatlich geprüft",
        "Die Rechnugen liegen im Ordner Buchhaltung und werden monatlich geprüft.",
    ),
    ("The gateway drops a request after 30 s", "The gateway drops a request after 30 seconds"),
    (
        "Keep the changelog in the docs folder and update it with every release",
        "Keep the changelog in the docs folder and refresh it with every release",
    ),
)

CONTRARY = (
    ("The staging server listens on port 8080.", "The staging server listens on port 9090."),
    ("Always squash commits before merging.", "Never squash commits before merging."),
    ("Do not push to main directly.", "Do push to main directly."),
    ("The project uses Python 3.11", "The project uses Python 3.12"),
    ("Answer in German.", "Answer in English."),
    ("Package manager: pnpm", "Package manager: npm"),
    ("Prefers tabs over spaces.", "Prefers spaces over tabs."),
    ("The release is on 2026-05-01, after the audit.", "The release is on 2026-06-01, after the audit."),
    ("Logs are in /var/log/app/main.log on every host", "Logs are in /srv/log/app/main.log on every host"),
    ("The cache is enabled in production builds", "The cache is disabled in production builds"),
    ("Alice owns the billing module.", "Boris owns the billing module."),
    ("Tests don't need the network to run", "Tests need the network to run"),
    ("Deploys go out every Tuesday morning", "Deploys go out every Thursday morning"),
    ("Das Backup läuft nie am Wochenende", "Das Backup läuft immer am Wochenende"),
    ("不要直接推送到主分支", "直接推送到主分支"),
    ("Dark mode is on by default in the app", "Dark mode is off by default in the app"),
    (
        "The gateway drops a request after 30 s without an answer",
        "The gateway drops a request after 30 ms without an answer",
    ),
    ("Logs are kept for 14 days on every host", "Logs are kept for 14 weeks on every host"),
    (
        "The new search is on the branch feature/ranking since May",
        "The new search is on the branch feature/filters since May",
    ),
    ("Install @harbor/cache before the first build", "Install @harbor/queue before the first build"),
    ("周五下午部署到生产环境", "禁止周五下午部署到生产环境"),
    (
        "يجب تشغيل اختبارات قاعدة البيانات على جهاز المطور",
        "لا يجب تشغيل اختبارات قاعدة البيانات على جهاز المطور",
    ),
    ("메인 브랜치에 직접 푸시 합니다", "메인 브랜치에 직접 푸시 하지 않습니다"),
    (
        "Ο διακομιστής δοκιμών χρειάζεται τη βάση δεδομένων",
        "Ο διακομιστής δοκιμών δεν χρειάζεται τη βάση δεδομένων",
    ),
    ("उपयोगकर्ता को टिप्पणियों में इमोजी पसंद हैं", "उपयोगकर्ता को टिप्पणियों में इमोजी पसंद नहीं हैं"),
)

DIFFERENT = (
    ("Prefers short answers.", "Prefers long walks."),
    ("Uses Vim for editing code", "Uses Docker for running services"),
    ("The API is written in Go", "The web client is written in TypeScript"),
    ("Run make test before a commit", "Run make docs before a release"),
    ("Backups are in the bucket eu-backup", "Invoices are in the folder accounting"),
    ("User has a dog called Bruno", "User has a sister called Anna"),
    ("Deploys go through Jenkins nightly", "Deploys go through Jenkins weekly"),
    ("The billing service keeps its logs for thirty days", "The search service keeps its index in memory"),
    ("Module auth is owned by Alice", "Module billing is owned by Boris"),
    ("用户喜欢喝茶", "用户喜欢喝咖啡"),
    ("Web port is 8080", "API port is 9090"),
    ("Never commit secrets to the repository", "Never commit generated files to the repository"),
    ("The staging database is reset every night", "The staging database is backed up to the bucket"),
    ("Colour of the logo is teal", "Size of the logo is small"),
    ("Write docstrings for public functions", "Write tests for public functions"),
    ("Lives in Berlin near the river", "Works in Berlin near the station"),
)
