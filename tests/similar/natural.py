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
    ("会话需要令牌，备份通知客户，任务测量提交。", "任务测量提交，备份通知客户，会话需要令牌。"),
    ("倉庫に鍵が必要、顧客を会議で確認、版を配送する", "版を配送する、顧客を会議で確認、倉庫に鍵が必要"),
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
    ("The cache is enabled in production builds", "The cache is disabled in production builds"),
    ("Tests don't need the network to run", "Tests need the network to run"),
    ("Deploys go out every Tuesday morning", "Deploys go out every Thursday morning"),
    ("Das Backup läuft nie am Wochenende", "Das Backup läuft immer am Wochenende"),
    ("書類は青いファイルに保管します", "書類は青いファイルに保管しません"),
    ("この装置は書面での引き継ぎが必要です", "この装置は書面での引き継ぎが必要ではありません"),
    ("เซิร์ฟเวอร์นี้ใช้ฐานข้อมูลของทีมเรา", "เซิร์ฟเวอร์นี้ไม่ใช้ฐานข้อมูลของทีมเรา"),
    ("Der Dienst braucht eine Freigabe vor dem Start", "Der Dienst braucht keine Freigabe vor dem Start"),
    (
        "Das Archiv bekommt einen neuen Filter, sobald der Keller saniert ist",
        "Das Archiv bekommt keinen neuen Filter, sobald der Keller saniert ist",
    ),
    ("不要直接推送到主分支", "直接推送到主分支"),
    ("Dark mode is on by default in the app", "Dark mode is off by default in the app"),
    (
        "The gateway drops a request after 30 s without an answer",
        "The gateway drops a request after 30 ms without an answer",
    ),
    ("Logs are kept for 14 days on every host", "Logs are kept for 14 weeks on every host"),
    ("周五下午部署到生产环境", "禁止周五下午部署到生产环境"),
    ("用户住在上海", "用户住在北京"),
    ("提交信息用英文写", "提交信息用中文写"),
    ("项目经理是王芳", "项目经理是李强"),
    ("每周一下午开例会", "每周三下午开例会"),
    ("代码缩进使用制表符", "代码缩进使用空格"),
    ("部署前必须运行测试", "部署前不必运行测试"),
    ("Die Chefin der Abteilung heißt Petra Lang", "Die Chefin der Abteilung heißt Sabine Kurz"),
    (
        "Die Ansprechpartnerin für alle Fragen heißt Ingrid",
        "Die Ansprechpartnerin für alle Fragen heißt Beatrice",
    ),
    ("Резервное копирование идёт каждый вторник", "Резервное копирование идёт каждый четверг"),
    ("Журналы хранятся на сервере 30 дней", "Журналы хранятся на сервере 30 недель"),
    ("يجتمع الفريق كل يوم الاثنين في المكتب", "يجتمع الفريق كل يوم الخميس في المكتب"),
    ("客服部门在工作日内限时60分钟回复", "客服部门在工作日内限时60小时回复"),
    ("客服部门每天由张敏负责整理工单", "客服部门每天由赵磊负责整理工单"),
    (
        "Die Sperre dauert zwölf Minuten nach dem letzten Versuch",
        "Die Sperre dauert zwanzig Minuten nach dem letzten Versuch",
    ),
    ("Releases are cut from the main branch", "Releases are cut from the develop branch"),
    (
        "يجب تشغيل اختبارات قاعدة البيانات على جهاز المطور",
        "لا يجب تشغيل اختبارات قاعدة البيانات على جهاز المطور",
    ),
    (
        "Ο διακομιστής δοκιμών χρειάζεται τη βάση δεδομένων",
        "Ο διακομιστής δοκιμών δεν χρειάζεται τη βάση δεδομένων",
    ),
    ("उपयोगकर्ता को टिप्पणियों में इमोजी पसंद हैं", "उपयोगकर्ता को टिप्पणियों में इमोजी पसंद नहीं हैं"),
)

UNSURE = (
    ("Logs are in /var/log/app/main.log on every host", "Logs are in /srv/log/app/main.log on every host"),
    ("Alice owns the billing module.", "Boris owns the billing module."),
    (
        "The new search is on the branch feature/ranking since May",
        "The new search is on the branch feature/filters since May",
    ),
    ("Install @harbor/cache before the first build", "Install @harbor/queue before the first build"),
    (
        "Run `cargo test --locked` in the folder of the parser before each push",
        "Run `cargo test --offline` in the folder of the parser before each push",
    ),
    ("메인 브랜치에 직접 푸시 합니다", "메인 브랜치에 직접 푸시 하지 않습니다"),
)
"""Pairs that may say the contrary, and may as well be about two things: nothing is told of them."""

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

TWO_SUBJECTS = (
    (
        "तहखाने का संग्रह लिखित हस्तांतरण मांगता है ताकि आगंतुक बाहर खड़े रहें",
        "बगीचे का पंप लिखित हस्तांतरण मांगता है ताकि आगंतुक बाहर खड़े रहें",
    ),
    (
        "学校的望远镜午饭后显示过期读数，好让访客在室内等候，玛莎会整理收据",
        "花园的水泵午饭后显示过期读数，好让访客在室内等候，玛莎会整理收据",
    ),
    (
        "庭のポンプは書類を青いファイルに保管します、財団が助成を更新するまで",
        "地下の資料庫は書類を青いファイルに保管します、財団が助成を更新するまで",
    ),
    ("User likes hiking", "User likes chess"),
    ("用户养了一只猫", "用户养了一只狗"),
    ("测试放在tests目录", "脚本放在tools目录"),
    ("每晚备份数据库", "每次发布后迁移数据库"),
    ("Die Nutzerin hat einen Hund namens Rex", "Die Nutzerin hat eine Katze namens Mia"),
    ("Der Build dauert vier Minuten", "Der Deploy dauert zwölf Minuten"),
    (
        "Die Laufgruppe trifft sich nach der Arbeit am alten Hafen",
        "Die Rechtsabteilung trifft sich nach der Arbeit am alten Hafen",
    ),
    (
        "Der Beauftragte für Datenschutz prüft alle Verträge mit Lieferanten vor der Freigabe",
        "Der Leiter der Buchhaltung prüft alle Verträge mit Lieferanten vor der Freigabe",
    ),
    (
        "The invoice importer skips hidden folders even when the network is slow",
        "The photo archive skips hidden folders even when the network is slow",
    ),
    (
        "The export worker of the shop retries 12 times, then raises an alarm for the team on call",
        "The import worker of the shop retries 40 times, then raises an alarm for the team on call",
    ),
    ("密码保险箱每晚会把备份复制到另一个机房", "照片档案库每晚会把备份复制到另一个机房"),
)
"""What both are about is another thing, so neither contradicts the other."""

ONE_LETTER_APART = (
    ("The user's older daughter is called Maria", "The user's older daughter is called Marta"),
    (
        "The user's manager for the platform team is Jonas",
        "The user's manager for the platform team is Jones",
    ),
    ("The data column of the orders table is indexed", "The date column of the orders table is indexed"),
    ("Clear the node cache before each release build", "Clear the code cache before each release build"),
    (
        "Alert messages for outages go to the mail channel first",
        "Alert messages for outages go to the main channel first",
    ),
    (
        "The read path of the storage layer is covered by fuzz tests",
        "The real path of the storage layer is covered by fuzz tests",
    ),
    (
        "Keep the hash function of the build pipeline stable",
        "Keep the cash function of the build pipeline stable",
    ),
    ("The host header is checked by the gateway", "The post header is checked by the gateway"),
    (
        "Run the lint step before the unit tests on every commit",
        "Run the link step before the unit tests on every commit",
    ),
    (
        "The sender of the weekly report is the finance bot",
        "The render of the weekly report is the finance bot",
    ),
    (
        "Trial versions of the dataset are kept for one year",
        "Trail versions of the dataset are kept for one year",
    ),
    (
        "The import job of the catalogue is paused at weekends",
        "The export job of the catalogue is paused at weekends",
    ),
    (
        "The landing page of the shop still uses the old design",
        "The lending page of the shop still uses the old design",
    ),
    (
        "Every contract of the supplier is stored as a signed scan",
        "Every contact of the supplier is stored as a signed scan",
    ),
    (
        "Reports about the county are due at the end of spring",
        "Reports about the country are due at the end of spring",
    ),
    ("The app log of the scheduler is rotated by size", "The api log of the scheduler is rotated by size"),
    (
        "Der Vater der Nutzerin wohnt in der Nähe vom Bahnhof",
        "Der Kater der Nutzerin wohnt in der Nähe vom Bahnhof",
    ),
    ("Die neue Leiterin der Buchhaltung heißt Hanna", "Die neue Leiterin der Buchhaltung heißt Hanne"),
    ("用户的大女儿叫玛丽", "用户的大女儿叫玛莎"),
)
"""Near misses: two words that a slip of the pen could make of each other, and that are two all the same."""

TURNED_ROUND = (
    (
        "The billing service calls the inventory service for every order",
        "The inventory service calls the billing service for every order",
    ),
    (
        "Alice reviews the pull requests that Robert opens on weekdays",
        "Robert reviews the pull requests that Alice opens on weekdays",
    ),
    (
        "The frontend imports types generated by the backend package",
        "The backend imports types generated by the frontend package",
    ),
    ("User can edit invoices but cannot delete them", "User can delete invoices but cannot edit them"),
    (
        "Deploy to staging automatically and production manually each week",
        "Deploy to production automatically and staging manually each week",
    ),
    (
        "The user was born in Bern and lives in Oslo with family",
        "The user was born in Oslo and lives in Bern with family",
    ),
    ("Upload the client logs to the archive server", "Upload the server logs to the archive client"),
    ("Alice manages Robert", "Robert manages Alice"),
    ("Jane Doe mentors Robert in the data group", "Robert mentors Jane Doe in the data group"),
    (
        "The parser depends on the lexer and never the planner",
        "The lexer depends on the parser and never the planner",
    ),
    (
        "Copy the fixtures from the laptop to the runner first",
        "Copy the fixtures to the laptop from the runner first",
    ),
    (
        "Invoices are paid after 30 days and reminders sent after 10",
        "Invoices are paid after 10 days and reminders sent after 30",
    ),
    (
        "Die Agentur informiert die Redaktion vor jeder Abschaltung",
        "Die Redaktion informiert die Agentur vor jeder Abschaltung",
    ),
    (
        "Das Lager beliefert die Werkstatt jeden Morgen um sechs",
        "Die Werkstatt beliefert das Lager jeden Morgen um sechs",
    ),
    ("计费服务调用库存服务", "库存服务调用计费服务"),
    ("张伟负责审查李娜提交的代码", "李娜负责审查张伟提交的代码"),
)
"""Near misses: the same words, of which two have changed places."""

OF_TWO_SIDES = (
    (
        "The public bucket holds the uploaded invoices of customers",
        "The private bucket holds the uploaded invoices of customers",
    ),
    ("Sign the debug builds with the team certificate", "Sign the release builds with the team certificate"),
    (
        "Increase the worker timeout when imports are slow",
        "Decrease the worker timeout when imports are slow",
    ),
    (
        "The input queue of the mailer drops duplicate messages",
        "The output queue of the mailer drops duplicate messages",
    ),
    ("Only admins can delete projects in the console", "Only admins can create projects in the console"),
    (
        "The upload limit of the portal is set by the proxy",
        "The download limit of the portal is set by the proxy",
    ),
    (
        "The client certificate is renewed by the night job",
        "The server certificate is renewed by the night job",
    ),
    (
        "The user's younger brother studies physics in the north",
        "The user's younger sister studies physics in the north",
    ),
    (
        "The internal wiki is where the team writes its runbooks",
        "The external wiki is where the team writes its runbooks",
    ),
    (
        "The source folder of the sync job is mounted read only",
        "The target folder of the sync job is mounted read only",
    ),
    (
        "Parent tickets are closed by the person who opened them",
        "Child tickets are closed by the person who opened them",
    ),
    (
        "The request body of the webhook is signed by the gateway",
        "The response body of the webhook is signed by the gateway",
    ),
    (
        "Die Eingabe der Pipeline wird vor dem Start geprüft",
        "Die Ausgabe der Pipeline wird vor dem Start geprüft",
    ),
    (
        "Die ältere Schwester des Nutzers ist Ärztin in Wien",
        "Die jüngere Schwester des Nutzers ist Ärztin in Wien",
    ),
    ("客户端日志保存在归档服务器的根目录里", "服务端日志保存在归档服务器的根目录里"),
    ("输入队列会丢弃重复的消息并写入日志", "输出队列会丢弃重复的消息并写入日志"),
    ("只有管理员可以删除控制台里的项目", "只有管理员可以创建控制台里的项目"),
)
"""Near misses: one word of each is set against the other, or lies beside it."""

OTHER_FACTS = (
    (
        "Use the staging cluster for load tests of the api",
        "Use the staging cluster for loan tests of the api",
    ),
    (
        "The parser module is maintained by the tools team",
        "The parser module is maintained by the tolls team",
    ),
    (
        "The user prefers coffee in the morning before standup",
        "The user prefers toffee in the morning before standup",
    ),
    (
        "Anna wrote the onboarding guide for new engineers",
        "Anne wrote the onboarding guide for new engineers",
    ),
    (
        "The design review is led by Karin every second week",
        "The design review is led by Karen every second week",
    ),
    ("The user's dentist is Dr. Meier in the old town", "The user's dentist is Dr. Maier in the old town"),
    (
        "Metrics are shipped by the agent to the collector",
        "Metrics are shipped by the collector to the agent",
    ),
    ("Paul taught Maria how to configure the router", "Maria taught Paul how to configure the router"),
    ("The web tier caches what the data tier computes", "The data tier caches what the web tier computes"),
    (
        "Red alerts page the lead and yellow alerts mail the team",
        "Yellow alerts page the lead and red alerts mail the team",
    ),
    (
        "Sales tax is added before the discount is applied",
        "The discount is applied before sales tax is added",
    ),
    ("Use tabs in Go files and spaces in Python files", "Use spaces in Go files and tabs in Python files"),
    (
        "The primary database accepts writes from the app",
        "The secondary database accepts writes from the app",
    ),
    ("Minor releases are announced on the mailing list", "Major releases are announced on the mailing list"),
    (
        "Push notifications are sent by the messaging worker",
        "Pull notifications are sent by the messaging worker",
    ),
    ("The user's mother lives near the lake in Zug", "The user's father lives near the lake in Zug"),
    ("Encrypted backups are kept in the cold storage", "Decrypted backups are kept in the cold storage"),
    (
        "The horizontal scaling of the gateway is limited by quota",
        "The vertical scaling of the gateway is limited by quota",
    ),
    (
        "Die Rechnung wird vom Lieferanten an den Händler geschickt",
        "Die Rechnung wird vom Händler an den Lieferanten geschickt",
    ),
    ("Lena hilft Tobias beim Umzug nach Hamburg", "Tobias hilft Lena beim Umzug nach Hamburg"),
    ("Der Nutzer trinkt morgens am liebsten Kaffee", "Der Nutzer trinkt abends am liebsten Kaffee"),
    ("Die Mutter des Nutzers wohnt in Graz", "Die Tante des Nutzers wohnt in Graz"),
    ("Der Export der Kundendaten läuft jede Nacht", "Der Import der Kundendaten läuft jede Nacht"),
    ("用户的母亲住在上海市区", "用户的父亲住在上海市区"),
    ("前端通过网关调用后端服务", "后端通过网关调用前端服务"),
    ("开发环境的数据库每天晚上重置", "测试环境的数据库每天晚上重置"),
    ("每周一早上开团队例会", "每周二早上开团队例会"),
    (
        "Le serveur envoie les factures au client chaque mois",
        "Le client envoie les factures au serveur chaque mois",
    ),
    ("El jefe del equipo de datos se llama Marcos", "El jefe del equipo de datos se llama Marcus"),
)
"""Near misses of all these kinds, written without a look at the rules."""

NEAR_MISSES = (*ONE_LETTER_APART, *TURNED_ROUND, *OF_TWO_SIDES, *OTHER_FACTS)

MOVED = (
    (
        "Uses Docker, Podman and Vagrant for local services",
        "Uses Vagrant, Podman and Docker for local services",
    ),
    ("On 2026-05-01 the user moved to Berlin for work", "The user moved to Berlin for work on 2026-05-01"),
    ("In the morning the user drinks tea at home", "At home the user drinks tea in the morning"),
    ("Before a release the team runs the slow tests", "The team runs the slow tests before a release"),
    ("Der Nutzer trinkt am Abend immer Tee", "Am Abend trinkt der Nutzer immer Tee"),
    ("支持中文、英文和日文的界面翻译", "支持日文、英文和中文的界面翻译"),
)
"""The same words in another order, which says the same."""

SAID_AGAIN = (
    (
        "The upload is tried three times before the job fails",
        "The upload is tried 3 times before the job fails",
    ),
    (
        "Die Sitzung endet nach zwölf Minuten ohne Eingabe",
        "Die Sitzung endet nach 12 Minuten ohne Eingabe",
    ),
    ("任务失败之前最多会自动重试三次", "任务失败之前最多会自动重试3次"),
    ("يعاد الطلب خلال ٣ دقائق من الخطأ الأول", "يعاد الطلب خلال ثلاث دقائق من الخطأ الأول"),
    (
        "Das Werkzeug verbindet überlappende Abschnitte auf einer Kopie der Dateien",
        "Das Werkzeug verbindet überlappende Absschnitte auf einer Koipe der Dateien",
    ),
    (
        "Die Übersicht der Berichte bittet um Entwürfe, solange Platz auf der Platte ist",
        "Die Übersicht bittet um Entwürfe, solange Platz auf der Platte ist",
    ),
    ("Jeden Dienstag trifft sich das ganze Team im Hof", "Das ganze Team trifft sich jeden Dienstag im Hof"),
    (
        "The tenant orders dark roast coffee by the kilo",
        "the tenant ordres dark roast coffee by the kilo",
    ),
    (
        "Deployments happen automaticaly after each merge to main",
        "Deployments happen automatically after each merge to main",
    ),
    ("The API gateway validates every request token", "The API gateway validtes every request token"),
    ("Always write tests for new parsers first", "Always write tests first for new parsers"),
    (
        "The documentation is built with Sphinx on each release",
        "On each release the documentation is built with Sphinx",
    ),
    (
        "The user works remotely from Lisbon most of the year",
        "Most of the year the user works remotely from Lisbon",
    ),
    (
        "Integration tests require a running Postgres container",
        "Integration tests require a runing Postgres container",
    ),
    ("Keep commit messages in the imperative mood", "keep commit messages in imperative mood"),
    ("Error responses follow the problem details format", "Error responses follow the problem detail format"),
    (
        "Die Tests laufen nach jedem Commit auf dem Server",
        "Nach jedem Commit laufen die Tests auf dem Server",
    ),
    ("Die Dokumentation wird jede Woche aktualisiert", "Die Dokumentation wird jede Woche aktualisirt"),
    (
        "Das Team trifft sich montags im großen Besprechungsraum",
        "Montags trifft sich das Team im großen Besprechungsraum",
    ),
    ("代码审查必须由两个人完成才能合并", "代码审查必须由两个人完成，才能合并"),
    (
        "The frontend team uses pnpm workspaces for all packages",
        "For all packages the frontend team uses pnpm workspaces",
    ),
    ("Customer data must stay inside the european region", "Customer data must stay in the european region"),
    (
        "Please answer questions with short examples of code",
        "Please answer questions with short code examples",
    ),
    (
        "Supported are Linux, macOS and Windows on arm machines",
        "Supported are Windows, Linux and macOS on arm machines",
    ),
    (
        "Feature flags are cleaned up at the end of each quarter",
        "Feature flags are cleand up at the end of each quarter",
    ),
    (
        "Secrets are stored in the vault and rotated by the bot",
        "Secrets are stored in the vault and are rotated by the bot",
    ),
    (
        "La documentation est mise à jour chaque semaine par l'équipe",
        "La documentation est mise à jour chaque semaine par l’équipe",
    ),
)
"""Pairs that say the same, written without a look at the rules."""
