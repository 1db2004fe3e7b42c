"""What a bundle starts with: a file outside the package, since PyInstaller takes no module with `-m`."""

import sys
from pathlib import Path

from memdesk.__main__ import main, main_gui

if __name__ == "__main__":
    sys.exit(main_gui() if Path(sys.argv[0]).stem == "memdesk-gui" else main())
