#!/usr/bin/env bash
# Caffeine 3.2.2 -> 3.3.1: a read within a second of the last one that counted does not
# prolong an entry's life.
# Surprise: expireAfterAccess(1500 ms) loses an entry 550 ms after it was read, and ageOf
# says that the read did not happen; so does Expiry.accessing. A lifetime of a second or
# less is exact. With a limit of some seconds (sessions, idle connections, rate limits)
# entries in use end early, by up to a second; tests with a ticker of their own fail.
# Expected: an entry lives for the stated time after its last read, as the name says.
# Instead: add a second to lifetimes after access, or note the time of reads in the value.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# fetch FOLDER GROUP:ARTIFACT:VERSION... : the jars with what they need, into FOLDER/lib
fetch() {
  local dir=$1 group artifact version
  shift
  mkdir "$dir"
  {
    echo '<project><modelVersion>4.0.0</modelVersion><groupId>finding</groupId>'
    echo '<artifactId>finding</artifactId><version>1</version><dependencies>'
    while IFS=: read -r group artifact version; do
      echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version></dependency>"
    done < <(printf '%s\n' "$@")
    echo '</dependencies></project>'
  } > "$dir/pom.xml"
  (cd "$dir" && timeout 240 mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib > mvn.log 2>&1) || {
    cat "$dir/mvn.log"
    exit 1
  }
}

# expect TITLE SEEN STATED
expect() {
  printf '%s\n%s\n\n' "$1" "$2"
  if [ "$2" != "$3" ]; then
    printf 'stated instead:\n%s\n' "$3"
    exit 1
  fi
}

fetch old com.github.ben-manes.caffeine:caffeine:3.2.2
fetch new com.github.ben-manes.caffeine:caffeine:3.3.1

cat > Probe.java <<'EOF'
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

public class Probe {
  private static final AtomicLong NOW = new AtomicLong();

  private static void at(long millis) {
    NOW.set(Duration.ofMillis(millis).toNanos());
  }

  private static void read(String title, Cache<String, String> cache, long lifetime, long read) {
    at(0);
    cache.put("a", "value");
    at(read);
    cache.getIfPresent("a");
    at(lifetime);
    System.out.println(title + " of " + lifetime + " ms, read at " + read + ": at " + lifetime + " "
        + cache.getIfPresent("a"));
  }

  public static void main(String[] args) {
    for (long[] times : new long[][] {{1000, 950}, {1500, 950}, {1500, 1050}, {60_000, 999}}) {
      Duration lifetime = Duration.ofMillis(times[0]);
      read("after access", Caffeine.newBuilder().executor(Runnable::run).ticker(NOW::get)
          .expireAfterAccess(lifetime).<String, String>build(), times[0], times[1]);
    }
    read("accessing", Caffeine.newBuilder().executor(Runnable::run).ticker(NOW::get)
        .expireAfter(Expiry.accessing((String key, String value) -> Duration.ofMillis(1500))).build(), 1500, 950);
    Cache<String, String> aged = Caffeine.newBuilder().executor(Runnable::run).ticker(NOW::get)
        .expireAfterAccess(Duration.ofMinutes(1)).build();
    at(0);
    aged.put("a", "value");
    at(950);
    aged.getIfPresent("a");
    System.out.println("age just after a read: "
        + aged.policy().expireAfterAccess().orElseThrow().ageOf("a").orElseThrow().toMillis() + " ms");
  }
}
EOF
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" Probe.java 2> "$1/err" || cat "$1/err"; }

expect 'old: com.github.ben-manes.caffeine:caffeine:3.2.2' "$(run old)" "$(cat <<'EOF'
after access of 1000 ms, read at 950: at 1000 value
after access of 1500 ms, read at 950: at 1500 value
after access of 1500 ms, read at 1050: at 1500 value
after access of 60000 ms, read at 999: at 60000 value
accessing of 1500 ms, read at 950: at 1500 value
age just after a read: 0 ms
EOF
)"
expect 'new: com.github.ben-manes.caffeine:caffeine:3.3.1' "$(run new)" "$(cat <<'EOF'
after access of 1000 ms, read at 950: at 1000 value
after access of 1500 ms, read at 950: at 1500 null
after access of 1500 ms, read at 1050: at 1500 value
after access of 60000 ms, read at 999: at 60000 null
accessing of 1500 ms, read at 950: at 1500 null
age just after a read: 950 ms
EOF
)"
