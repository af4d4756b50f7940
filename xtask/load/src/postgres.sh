# A PostgreSQL server in a folder of its own, for one program that tests: it says what is to be done, a line each, and is
# answered with a line. When it ends, however that happens, the server ends, and the folder is removed. With a port, and a folder
# with a key and its certificate, it is reached over TLS, too.
set -u
cd /
port=${1:-}
tls=${2:-}
PATH=$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')
if ! command -v initdb >/dev/null; then
    echo "PostgreSQL is missing: apt-get install postgresql"
    exit
fi
folder=$(mktemp -d -t beaufort-postgres.XXXXXX) || exit
pid=
end() {
    [ -n "$pid" ] && kill -INT "$pid" && wait "$pid"
    rm -rf "$folder"
}
trap end EXIT
trap '' INT
if ! initdb --pgdata "$folder/data" --username beaufort --auth trust --encoding UTF8 --locale C --no-sync >"$folder/log" 2>&1; then
    echo "initdb has failed: $(tail -n 1 "$folder/log")"
    exit
fi
if [ -n "$tls" ]; then
    export PGPORT="$port"
    cp "$tls/server.crt" "$tls/server.key" "$folder/data/" && chmod 600 "$folder/data/server.key"
    printf 'local all all trust\nhostssl all all all trust\n' >"$folder/data/pg_hba.conf"
    set -- -c listen_addresses=localhost -c ssl=on
else
    set -- -c listen_addresses=
fi
echo "$folder"

start() {
    # What is written survives the death of the server; that of the machine is not tested.
    postgres -D "$folder/data" -k "$folder" -c fsync=off -c shared_buffers=16MB "$@" </dev/null >>"$folder/log" 2>&1 &
    pid=$!
}
is_ready() {
    pg_isready --quiet --host "$folder"
}

while read -r command name; do
    case $command in
    start)
        start "$@"
        tries=0
        until is_ready || [ $((tries += 1)) -gt 600 ]; do
            # One that was killed leaves others behind for a moment: they are in the way of the next.
            kill -0 "$pid" 2>/dev/null || start "$@"
            sleep 0.1
        done
        is_ready && echo done || echo "the server does not start: $(tail -n 1 "$folder/log")"
        ;;
    kill)
        # Those who serve the connections would go on for a moment.
        kill -KILL "$pid" $(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
        wait "$pid" 2>/dev/null
        echo done
        ;;
    create)
        if problem=$(createdb --host "$folder" --username beaufort "$name" 2>&1); then
            echo done
        else
            echo "$problem" | head -n 1
        fi
        ;;
    esac
done
