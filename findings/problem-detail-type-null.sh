#!/usr/bin/env bash
# Spring Framework 6.2.10 -> 7.0.10 (spring-web): ProblemDetail without a type.
# Surprise: getType gave about:blank and now gives null, where nobody set a type. The
# text and what is serialised change; a call getType().toString() or a Map of handlers
# by type throws; and a problem read from a server that sends "type":"about:blank" is
# not equal to the same problem made here, although RFC 9457 says that an absent type
# is about:blank.
# Expected: the default of the RFC, from both.
# Instead: Objects.requireNonNullElse(problem.getType(), URI.create("about:blank"))
# before it is compared or used; set the type where it is to be sent.
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

fetch old org.springframework:spring-web:6.2.10
fetch new org.springframework:spring-web:7.0.10

cat > Probe.java <<'EOF'
import java.net.URI;
import java.util.Map;
import org.springframework.http.ProblemDetail;

public class Probe {
  public static void main(String[] args) {
    ProblemDetail made = ProblemDetail.forStatus(404);
    ProblemDetail received = ProblemDetail.forStatus(404);
    received.setType(URI.create("about:blank"));
    System.out.println("type " + made.getType());
    System.out.println("equals " + made.equals(received));
    try {
      System.out.println("handler " + Map.of(URI.create("about:blank"), "plain").get(made.getType()));
    } catch (NullPointerException e) {
      System.out.println("handler " + e.getClass().getSimpleName());
    }
  }
}
EOF
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" Probe.java 2> "$1/err" || cat "$1/err"; }

expect 'old: org.springframework:spring-web:6.2.10' "$(run old)" "$(cat <<'EOF'
type about:blank
equals true
handler plain
EOF
)"
expect 'new: org.springframework:spring-web:7.0.10' "$(run new)" "$(cat <<'EOF'
type null
equals false
handler NullPointerException
EOF
)"
