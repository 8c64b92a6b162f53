#!/usr/bin/env bash
# Caffeine 3.2.2 -> 3.3.1: what recordStats counts.
# Surprise: getIfPresent of the synchronous view of an AsyncCache, while the value is
# still being loaded, answers null in both; 3.2.2 counted it a hit, 3.3.1 counts a miss.
# And putIfAbsent over an expired entry now counts an eviction, which 3.2.2 reported to
# the listeners only. Hit ratios and eviction rates change by the upgrade alone, with
# the same requests and the same answers.
# Expected: the counters of a patch of the same major version stay comparable.
# Instead: set alarm limits anew after the upgrade, or count hits where they are used.
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
import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

public class Probe {
  public static void main(String[] args) {
    AsyncCache<String, String> loading = Caffeine.newBuilder().recordStats().buildAsync();
    loading.put("a", new CompletableFuture<>());
    System.out.println("in flight: " + loading.synchronous().getIfPresent("a"));
    System.out.println("  hits " + loading.synchronous().stats().hitCount()
        + ", misses " + loading.synchronous().stats().missCount());

    AtomicLong now = new AtomicLong();
    AtomicLong heard = new AtomicLong();
    Cache<String, String> expiring = Caffeine.newBuilder().recordStats().executor(Runnable::run).ticker(now::get)
        .expireAfterWrite(Duration.ofNanos(10)).evictionListener((k, v, cause) -> heard.incrementAndGet()).build();
    expiring.put("a", "old");
    now.set(20);
    System.out.println("over an expired entry: " + expiring.asMap().putIfAbsent("a", "new"));
    System.out.println("  listener " + heard + ", evictions " + expiring.stats().evictionCount());
  }
}
EOF
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" Probe.java 2> "$1/err" || cat "$1/err"; }

expect 'old: com.github.ben-manes.caffeine:caffeine:3.2.2' "$(run old)" "$(cat <<'EOF'
in flight: null
  hits 1, misses 0
over an expired entry: null
  listener 1, evictions 0
EOF
)"
expect 'new: com.github.ben-manes.caffeine:caffeine:3.3.1' "$(run new)" "$(cat <<'EOF'
in flight: null
  hits 0, misses 1
over an expired entry: null
  listener 1, evictions 1
EOF
)"
