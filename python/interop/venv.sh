# Sourced: virtual environments for other libraries, made once, in target/interop.

ready() { # name, requirements file, wheel
    venv=target/interop/$1
    if ! cmp -s "$2" "$venv/requirements.txt"; then
        rm -rf "$venv"
        python3 -m venv "$venv"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$2"
        cp "$2" "$venv/requirements.txt"
    fi
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$3"
}
