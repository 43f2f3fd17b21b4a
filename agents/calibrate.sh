#!/bin/sh
# The calibration table of checkpoints/dark_side_rising/CARD.md: 2, 3, 4 players x 7 to 11 Imperials, random and expert.
# Usage: agents/calibrate.sh BINARY [GAMES]
set -eu
binary=$1
games=${2:-10000}
echo "| players | Imperials | random | expert | 95 % interval | expert's turns | lost to the Death Star / Rebels lost / team wiped out |"
echo "|---|---|---|---|---|---|---|"
for players in 2 3 4; do
  for imperials in 7 8 9 10 11; do
    "$binary" tournament dark_side_rising --agents random,expert --games "$games" --seed 1 \
      -o "players=$players" -o "imperials=$imperials" --json |
      python3 -c '
import json, sys
random, expert = json.load(sys.stdin)["agents"]
r = expert["reasons"]
percent = lambda x: f"{100 * x:.2f} %"
print("|", " | ".join([sys.argv[1], sys.argv[2], percent(random["win_rate"]), percent(expert["win_rate"]),
    percent(expert["ci_low"]) + " to " + percent(expert["ci_high"]), format(expert["mean_turns"], ".1f"),
    " / ".join(str(r[k]) for k in ["death_star_complete", "too_many_rebels_lost", "team_wiped_out"])]), "|")
' "$players" "$imperials"
  done
done
