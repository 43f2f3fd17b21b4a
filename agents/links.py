#!/usr/bin/env python3
"""Check that each relative link of each page of the repository leads to a file or a folder; the exit code is 1 if one does not."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)\s#]+)")


def main() -> int:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    dead = 0
    for page in listed.splitlines():
        for number, line in enumerate((ROOT / page).read_text().splitlines(), 1):
            for target in LINK.findall(line):
                if not (ROOT / page).parent.joinpath(target).exists():
                    print(f"{page}:{number}: there is no {target}")
                    dead += 1
    return int(dead > 0)


if __name__ == "__main__":
    sys.exit(main())
