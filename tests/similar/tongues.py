"""Parts of sentences in five languages, of which statements are put together: see `spoken`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Tongue(NamedTuple):
    """A language: what its sentences are made of, and how they are joined.

    `clauses` have a value each; `numbers` are the words of the numbers from one on; `no` turns what is done round.
    """

    subjects: Sequence[str]
    deeds: Sequence[str]
    settings: Sequence[str]
    remarks: Sequence[str]
    clauses: Sequence[str]
    names: Sequence[str]
    units: Sequence[str]
    days: Sequence[str]
    no: Sequence[str]
    numbers: Sequence[str]
    letters: str
    space: str = " "
    comma: str = ", "
    stop: str = "."


_ENGLISH = (
    (
        "The invoice importer|Our nightly crawler|The mobile team|The user's landlord"
        "|The reporting dashboard|The support desk|My eldest nephew|The warehouse scanner"
        "|The translation bot|The payroll export|The onboarding wizard|The garden club"
        "|Every new contributor|The thesis advisor|The video encoder|The password vault|The ticket triage"
        "|The running group|The analytics notebook|The legal department|The recipe collection"
        "|The photo archive|The chess tutor|The compliance officer"
    ),
    (
        "rejects malformed addresses|collects the weather readings|wants screenshots attached"
        "|sends a handwritten receipt|flattens nested tables|answers in plain language"
        "|writes long chapters|skips hidden folders|merges overlapping segments|needs a signed statement"
        "|highlights missing fields|meets near the old mill|reads the style guide twice"
        "|asks for weekly drafts|drops corrupted frames|rotates shared passwords|labels urgent requests"
        "|publishes a training plan|caches expensive queries|approves every licence"
        "|converts ounces to grams|removes blurry pictures|explains the opening moves"
        "|audits vendor contracts"
    ),
    (
        "before anything reaches the ledger|whenever the network is slow|although nobody asked for it"
        "|while the office is closed|so that later steps stay simple"
        "|because customers complained about it|as long as the disk has space|after the morning call"
        "|unless a manager objects|even when the input is empty|if the forecast looks dry"
        "|without touching the originals|in a separate process|from a rented studio"
        "|with very little memory|during the summer break|on the shared calendar"
        "|through an encrypted tunnel|as agreed with the partners|until the migration is finished"
        "|for people with weak eyesight|behind the corporate proxy|under the new regulations"
        "|together with the interns"
    ),
    (
        "and keeps a copy for auditors|and tells the on-call person|but never logs the content"
        "|and documents each exception|which saved us two incidents|which surprised the whole floor"
        "|and this was decided by vote|but only for european clients|and leaves a note in the channel"
        "|which the vendor confirmed|and it costs almost nothing|which makes debugging easier"
        "|but the old behaviour can be restored|and nobody has complained since"
        "|which halves the waiting time|and the numbers look better|but the interface is still ugly"
        "|and everyone signed it|which the manual describes badly|and that should stay"
    ),
    (
        "since version {version}|says {name}|within {number} {unit}|every {day}|see {path}"
        "|at most {number} times|by {date}"
    ),
    "Ingrid|Tomasz|Priya|Farid|Beatrice|Oluwaseun|Hiroshi|Camille|Dmitri|Yolanda|Fergus|Noor",
    "seconds|minutes|hours|days|weeks|months",
    "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday",
    "never|not",
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve",
)

_GERMAN = (
    (
        "Der Rechnungsimport|Unser nächtlicher Sammler|Das Team für Mobilgeräte"
        "|Die Vermieterin des Nutzers|Die Übersicht der Berichte|Der Kundendienst|Mein ältester Neffe"
        "|Der Scanner im Lager|Das Übersetzungsprogramm|Die Lohnabrechnung|Der Einrichtungsassistent"
        "|Der Gartenverein|Jede neue Mitarbeiterin|Der Betreuer der Arbeit|Der Umwandler für Filme"
        "|Der Tresor für Kennwörter|Die Sichtung der Anfragen|Die Laufgruppe|Das Notizbuch der Auswertung"
        "|Die Rechtsabteilung|Die Rezeptsammlung|Das Fotoarchiv|Die Schachlehrerin"
        "|Der Beauftragte für Datenschutz"
    ),
    (
        "weist fehlerhafte Adressen zurück|sammelt die Messwerte des Wetters"
        "|verlangt Bildschirmfotos als Anhang|schickt eine Quittung von Hand"
        "|glättet verschachtelte Tabellen|antwortet in einfacher Sprache|schreibt lange Kapitel"
        "|überspringt versteckte Ordner|verbindet überlappende Abschnitte"
        "|braucht eine unterschriebene Erklärung|hebt fehlende Felder hervor"
        "|trifft sich an der alten Mühle|liest den Leitfaden zweimal|bittet um wöchentliche Entwürfe"
        "|verwirft beschädigte Bilder|wechselt gemeinsame Kennwörter|kennzeichnet dringende Anfragen"
        "|veröffentlicht einen Trainingsplan|puffert teure Abfragen|genehmigt jede Lizenz"
        "|rechnet Unzen in Gramm um|entfernt unscharfe Aufnahmen|erklärt die Eröffnungszüge"
        "|prüft Verträge mit Lieferanten"
    ),
    (
        "bevor etwas in die Buchhaltung gelangt|sobald das Netzwerk langsam ist"
        "|obwohl niemand danach gefragt hat|während das Büro geschlossen bleibt"
        "|damit spätere Schritte einfach bleiben|weil sich Kunden beschwert haben"
        "|solange Platz auf der Platte ist|nach der Besprechung am Morgen|falls die Leitung zustimmt"
        "|auch bei leerer Eingabe|wenn die Vorhersage trocken aussieht|auf einer Kopie der Dateien"
        "|in einem getrennten Prozess|aus einem gemieteten Studio|mit sehr wenig Speicher"
        "|in den Ferien im Sommer|im gemeinsamen Kalender|durch einen verschlüsselten Tunnel"
        "|nach Absprache mit den Partnern|bis der Umzug abgeschlossen ist"
        "|für Menschen mit schwachen Augen|hinter dem Proxy der Firma|unter den neuen Vorschriften"
        "|zusammen mit den Praktikanten"
    ),
    (
        "und behält eine Kopie für die Revision|und benachrichtigt die Bereitschaft"
        "|was den Inhalt im Protokoll verbirgt|und vermerkt jede Ausnahme"
        "|was zwei Störungen verhindert hat|was die ganze Etage überrascht hat"
        "|und das wurde per Abstimmung beschlossen|aber nur für Kunden aus Europa"
        "|und hinterlässt eine Nachricht im Kanal|was der Hersteller bestätigt hat"
        "|und es kostet fast gar nichts|was die Fehlersuche erleichtert"
        "|aber das alte Verhalten lässt sich herstellen|und seitdem ist Ruhe|was die Wartezeit halbiert"
        "|und die Zahlen sehen besser aus|aber die Oberfläche ist noch hässlich"
        "|und alle haben unterschrieben|was das Handbuch schlecht beschreibt|und so soll es bleiben"
    ),
    (
        "seit Version {version}|sagt {name}|innerhalb von {number} {unit}|jeden {day}|siehe {path}"
        "|höchstens {number} Mal|bis {date}"
    ),
    "Ingrid|Tomasz|Priya|Farid|Beatrice|Liselotte|Hiroshi|Camille|Dmitri|Yolanda|Gottfried|Noor",
    "Sekunden|Minuten|Stunden|Tagen|Wochen|Monaten",
    "Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag",
    "nie|nicht",
    "eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf",
)

_RUSSIAN = (
    (
        "Импорт счетов|Наш ночной сборщик|Команда мобильных приложений|Хозяйка квартиры|Панель отчётов"
        "|Служба поддержки|Мой старший племянник|Сканер на складе|Программа перевода|Выгрузка зарплаты"
        "|Мастер настройки|Клуб садоводов|Каждый новый участник|Научный руководитель|Кодировщик видео"
        "|Хранилище паролей|Разбор заявок|Беговая группа|Юридический отдел|Сборник рецептов"
        "|Архив фотографий|Тренер по шахматам"
    ),
    (
        "отклоняет неверные адреса|собирает показания погоды|требует снимки экрана"
        "|присылает рукописную квитанцию|упрощает вложенные таблицы|отвечает простым языком"
        "|пишет длинные главы|пропускает скрытые папки|соединяет пересекающиеся отрезки"
        "|ждёт подписанное заявление|подсвечивает пустые поля|встречается возле старой мельницы"
        "|читает руководство дважды|просит еженедельные черновики|отбрасывает повреждённые кадры"
        "|меняет общие пароли|помечает срочные запросы|публикует план тренировок|одобряет каждую лицензию"
        "|переводит унции в граммы|удаляет размытые снимки|объясняет начальные ходы"
    ),
    (
        "прежде чем данные попадут в бухгалтерию|когда сеть работает медленно|хотя никто об этом просил"
        "|пока офис закрыт|чтобы следующие шаги оставались простыми|потому что клиенты жаловались"
        "|пока на диске есть место|после утреннего созвона|если начальник возражает|даже при пустом вводе"
        "|если прогноз обещает солнце|на копии исходных файлов|в отдельном процессе"
        "|из арендованной студии|с очень малой памятью|во время летних каникул|в общем календаре"
        "|через зашифрованный туннель|по договорённости с партнёрами|до окончания переезда"
        "|для людей со слабым зрением|вместе с практикантами"
    ),
    (
        "и хранит копию для проверки|и сообщает дежурному|и записывает каждое исключение"
        "|что спасло от двух аварий|что удивило весь этаж|и это решили голосованием"
        "|но только для европейских клиентов|и оставляет заметку в канале|что подтвердил поставщик"
        "|и это стоит почти даром|что облегчает отладку|но прежнее поведение можно вернуть"
        "|и с тех пор всё спокойно|что вдвое сокращает ожидание|и цифры выглядят лучше"
        "|но внешний вид пока ужасен|и все это подписали|и так должно остаться"
    ),
    (
        "с версии {version}|говорит {name}|в течение {number} {unit}|каждый {day}|смотри {path}"
        "|не более {number} раз|до {date}"
    ),
    "Ингрид|Томаш|Прия|Фарид|Беатриса|Людмила|Хироши|Камилла|Дмитрий|Иоланда|Геннадий|Нур",
    "секунд|минут|часов|дней|недель|месяцев",
    "понедельник|вторник|четверг",
    "никогда|не",
    "один|два|три|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать",
)

_ARABIC = (
    (
        "مستورد الفواتير|زاحفنا الليلي|فريق تطبيقات الهاتف|صاحب البيت|لوحة التقارير|مكتب الدعم"
        "|ابن أخي الأكبر|ماسح المستودع|برنامج الترجمة|تصدير الرواتب|معالج الإعداد|نادي الحدائق"
        "|كل مساهم جديد|مشرف الرسالة|مشفر الفيديو|خزنة كلمات المرور|فرز التذاكر|مجموعة الجري"
        "|القسم القانوني|مجموعة الوصفات|أرشيف الصور|مدرب الشطرنج"
    ),
    (
        "يرفض العناوين الخاطئة|يجمع قراءات الطقس|يطلب لقطات الشاشة|يرسل إيصالا مكتوبا باليد"
        "|يبسط الجداول المتداخلة|يجيب بلغة بسيطة|يكتب فصولا طويلة|يتجاوز المجلدات المخفية"
        "|يدمج المقاطع المتداخلة|يحتاج إقرارا موقعا|يبرز الحقول الفارغة|يلتقي قرب الطاحونة القديمة"
        "|يقرأ دليل الأسلوب مرتين|يطلب مسودات أسبوعية|يهمل الإطارات التالفة|يغير كلمات المرور المشتركة"
        "|يعلم الطلبات العاجلة|ينشر خطة تدريب|يوافق على كل رخصة|يحول الأوقيات إلى غرامات"
        "|يحذف الصور الضبابية|يشرح نقلات الافتتاح"
    ),
    (
        "قبل أن تصل إلى دفتر الحسابات|عندما تكون الشبكة بطيئة|رغم أن أحدا طلب ذلك|بينما المكتب مغلق"
        "|لتبقى الخطوات التالية سهلة|بسبب شكاوى الزبائن|ما دام القرص فارغا|بعد مكالمة الصباح"
        "|إذا اعترض المدير|حتى مع مدخلات فارغة|إذا كان الجو جافا|على نسخة من الملفات|في عملية منفصلة"
        "|من استوديو مستأجر|بذاكرة صغيرة جدا|خلال عطلة الصيف|في التقويم المشترك|عبر نفق مشفر"
        "|بالاتفاق مع الشركاء|حتى انتهاء النقل|لأصحاب النظر الضعيف|مع المتدربين"
    ),
    (
        "ويحتفظ بنسخة للمدققين|ويخبر المناوب|ويوثق كل استثناء|مما أنقذنا من حادثين|مما فاجأ الطابق كله"
        "|وقد تقرر ذلك بالتصويت|ولكن للزبائن الأوروبيين فقط|ويترك ملاحظة في القناة|وهو ما أكده المورد"
        "|ويكلف شيئا قليلا|مما يسهل تصحيح الأخطاء|ويمكن استعادة السلوك القديم|ومنذ ذلك الحين هدأ الجميع"
        "|مما يقلل وقت الانتظار|والأرقام تبدو أفضل|لكن الواجهة قبيحة حتى الآن|وقد وقع الجميع عليه"
        "|ويجب أن يبقى كذلك"
    ),
    "منذ الإصدار {version}|خلال {number} {unit}|انظر {path}|كل يوم {day}|قبل {date}",
    "سلمى|خالد",
    "ثوان|دقائق|ساعات|أيام|أسابيع|أشهر",
    "الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة",
    "لا",
    "واحد|اثنان|ثلاثة|أربعة|خمسة|ستة|سبعة|ثمانية|تسعة|عشرة",
)

_CHINESE = (
    (
        "发票导入程序|我们的夜间爬虫|移动端小组|用户的房东|报表看板|客服部门|我的大侄子|仓库扫描枪"
        "|翻译机器人|工资导出任务|新手引导页面|园艺俱乐部|每位新贡献者|论文导师|视频编码器|密码保险箱"
        "|工单分拣员|跑步小队|法务部门|菜谱合集|照片档案库|象棋教练"
    ),
    (
        "拒绝格式错误的地址|收集天气读数|要求附上截图|寄来手写收据|展开嵌套的表格|用简单的话回答"
        "|写很长的章节|跳过隐藏文件夹|合并重叠的片段|需要签字的声明|标出缺失的字段|在老磨坊旁边聚会"
        "|把规范读两遍|要求每周交草稿|丢弃损坏的画面|轮换共享口令|标记紧急请求|公布训练计划"
        "|批准每一份许可|把盎司换算成克|删掉模糊的图片|讲解开局走法"
    ),
    (
        "在数据进入账本之前|网络缓慢的时候|虽然没人提出要求|办公室关门期间|为了后面的步骤更简单"
        "|因为顾客抱怨过|只要磁盘还有空间|早上通话以后|如果经理反对|即使输入为空|如果天气晴朗"
        "|只处理文件副本|在独立的进程里|从租来的工作室|占用很少的内存|暑假期间|通过共享日历|经过加密隧道"
        "|按照与伙伴的约定|直到迁移完成|为了视力较弱的人|和实习生一起"
    ),
    (
        "并给审计员留一份副本|并通知值班人员|并记录每个例外|这避免了两次事故|这让整层楼都吃惊"
        "|这是投票决定的|但仅限欧洲客户|并在频道里留言|供应商确认过这点|而且几乎不花钱|这让调试更容易"
        "|但可以恢复旧的行为|从那以后很平静|等待时间减半|数据看起来更好|但界面仍然难看|所有人都签了字"
        "|以后也应该如此"
    ),
    ("从版本{version}开始|{name}这样说|限时{number}{unit}|每{day}一次|见{path}|最多{number}次|截止{date}"),
    "王芳|李强|张敏|刘洋|陈静|赵磊",
    "秒|分钟|小时|天|周|个月",
    "周一|周二|周三|周四|周五|周六",
    "不",
    "一|二|三|四|五|六|七|八|九|十",
)


def _tongue(
    parts: Sequence[str], letters: str, space: str = " ", comma: str = ", ", stop: str = "."
) -> Tongue:
    subjects, deeds, settings, remarks, clauses, names, units, days, no, numbers = (
        part.split("|") for part in parts
    )
    return Tongue(
        subjects,
        deeds,
        settings,
        remarks,
        clauses,
        names,
        units,
        days,
        no,
        numbers,
        letters,
        space,
        comma,
        stop,
    )


TONGUES = {
    "en": _tongue(_ENGLISH, "abcdefghiklmnoprstuvw"),
    "de": _tongue(_GERMAN, "abcdefghiklmnoprstuvw"),
    "ru": _tongue(_RUSSIAN, "абвгдеиклмнопрст"),
    "ar": _tongue(_ARABIC, "ابتجدرسعفقكلمنهوي", " ", "، ", "."),
    "zh": _tongue(
        _CHINESE,
        "的了在和有人这中大为上国我以要他时来用们生到作地于出就对成会可主动同工也能下过子说产种面而方后行学法所民得经",
        "",
        "，",
        "。",
    ),
}
"""By their codes."""
