#!/usr/bin/env bash
# JUnit 5.13.4 -> 6.1.3 (junit-jupiter-params): @CsvSource on the same strings.
# Surprise: the strings of value are joined to one text before they are parsed. So an
# apostrophe that opens a quote and is not closed swallows the next string: two rows
# become one, the test runs once instead of twice, with other arguments, and nothing
# tells. And quotes with spaces around them, which were kept as text with
# ignoreLeadingAndTrailingWhitespace = false, are now taken off with the spaces.
# Expected: one string, one row, as the annotation looks.
# Instead: close each quote and one row per string, or @MethodSource for text with
# quotes (entity tags, header values); let a build check how many tests ran.
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

fetch old org.junit.jupiter:junit-jupiter:5.13.4 org.junit.platform:junit-platform-launcher:1.13.4
fetch new org.junit.jupiter:junit-jupiter:6.1.3 org.junit.platform:junit-platform-launcher:6.1.3

cat > Probe.java <<'EOF'
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

public class Probe {
  static final TreeMap<String, String> SEEN = new TreeMap<>();

  public static class Cases {
    @ParameterizedTest
    @CsvSource({"a, 'b", "c', d"})
    void openQuote(String name, String value) { see("open quote", name, value); }

    @ParameterizedTest
    @CsvSource(value = " 'a' , 'b' ", ignoreLeadingAndTrailingWhitespace = false)
    void kept(String name, String value) { see("spaces kept", name, value); }
  }

  static void see(String test, String name, String value) {
    SEEN.merge(test, ("[" + name + "|" + value + "]").replace("\n", "<LF>"), String::concat);
  }

  public static void main(String[] args) {
    LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(List.of(selectClass(Cases.class))).build());
    SEEN.forEach((test, rows) -> System.out.println(test + ": " + rows));
  }
}
EOF
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" Probe.java 2> "$1/err" || cat "$1/err"; }

expect 'old: org.junit.jupiter:junit-jupiter:5.13.4 org.junit.platform:junit-platform-launcher:1.13.4' "$(run old)" "$(cat <<'EOF'
open quote: [a|b<LF>][c'|d]
spaces kept: [ 'a' | 'b' ]
EOF
)"
expect 'new: org.junit.jupiter:junit-jupiter:6.1.3 org.junit.platform:junit-platform-launcher:6.1.3' "$(run new)" "$(cat <<'EOF'
open quote: [a|b<LF>c]
spaces kept: [a|b]
EOF
)"
