#!/bin/sh
# An agent that is a program without a reader of JSON: it plays the first legal action. See ../PROGRAMS.md.
while read -r line; do
    case $line in
    '{"type":"act"'*)
        printf '%s\n' "$line" | sed 's/^{"type":"act","id":\([0-9]*\),"legal":\[\([0-9]*\).*/{"id":\1,"action":\2}/'
        ;;
    esac
done
