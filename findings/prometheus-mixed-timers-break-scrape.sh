#!/usr/bin/env bash
# Micrometer 1.15.3 -> 1.17.2 (micrometer-registry-prometheus): meters of one name.
# Up to 1.15 a second timer of the same name with other tag keys was left out of the
# scrape with a warning. 1.17 publishes both. Surprise: where one of the two has a
# histogram and the other has not, it registers both without a word, and then each
# scrape of the whole registry throws a ClassCastException, so that no metric at all
# is served any more.
# Expected: the odd meter is left out, or refused when it is registered.
# Instead: give all meters of one name the same kind, by one MeterFilter for the name,
# never by publishPercentileHistogram or SLOs at one of the places that register it.
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

fetch old io.micrometer:micrometer-registry-prometheus:1.15.3
fetch new io.micrometer:micrometer-registry-prometheus:1.17.2

cat > Probe.java <<'EOF'
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

public class Probe {
  public static void main(String[] args) {
    scrape("both plain", false);
    scrape("one with a histogram", true);
  }

  static void scrape(String title, boolean histogram) {
    var registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    registry.counter("other").increment();
    Timer.builder("load").tag("route", "a").register(registry).record(Duration.ofSeconds(1));
    var second = Timer.builder("load").tag("route", "a").tag("origin", "b");
    if (histogram) {
      second.serviceLevelObjectives(Duration.ofSeconds(5));
    }
    second.register(registry).record(Duration.ofSeconds(1));
    System.out.println(title);
    try {
      registry.scrape().lines().filter(l -> l.startsWith("other") || l.startsWith("load_seconds_count")).sorted()
          .forEach(l -> System.out.println("  " + l));
    } catch (RuntimeException e) {
      System.out.println("  " + e.getClass().getSimpleName());
    }
  }
}
EOF
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" Probe.java 2> "$1/err" || cat "$1/err"; }

expect 'old: io.micrometer:micrometer-registry-prometheus:1.15.3' "$(run old)" "$(cat <<'EOF'
both plain
  load_seconds_count{route="a"} 1
  other_total 1.0
one with a histogram
  load_seconds_count{route="a"} 1
  other_total 1.0
EOF
)"
expect 'new: io.micrometer:micrometer-registry-prometheus:1.17.2' "$(run new)" "$(cat <<'EOF'
both plain
  load_seconds_count{origin="b",route="a"} 1
  load_seconds_count{route="a"} 1
  other_total 1.0
one with a histogram
  ClassCastException
EOF
)"
