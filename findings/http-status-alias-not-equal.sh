#!/usr/bin/env bash
# Spring Framework 6.2.10 -> 7.0.10 (spring-web): HttpStatus.
# Surprise: the deprecated constants PAYLOAD_TOO_LARGE and UNPROCESSABLE_ENTITY still
# compile and still carry 413 and 422, but they are other enum constants than the ones
# that resolve(413), valueOf(422) and HttpStatusCode.valueOf give. So ==, equals, a
# switch and a Set of statuses that matched a response in 6.2 silently stop matching.
# 421 also changed its constant (DESTINATION_LOCKED -> MISDIRECTED_REQUEST).
# Expected: a deprecated alias equals its successor.
# Instead: compare with isSameCodeAs or value(), or name CONTENT_TOO_LARGE and
# UNPROCESSABLE_CONTENT; do not keep statuses from configuration in a Set of constants.
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
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;

public class Probe {
  @SuppressWarnings({"deprecation", "removal"})
  public static void main(String[] args) {
    HttpStatusCode answered = HttpStatusCode.valueOf(413);
    HttpStatus configured = HttpStatus.valueOf("PAYLOAD_TOO_LARGE");
    System.out.println("resolve(413)  " + HttpStatus.resolve(413));
    System.out.println("configured    " + configured);
    System.out.println("equals        " + configured.equals(answered));
    System.out.println("set contains  " + Set.of(HttpStatus.UNPROCESSABLE_ENTITY).contains(HttpStatusCode.valueOf(422)));
    System.out.println("isSameCodeAs  " + configured.isSameCodeAs(answered));
    System.out.println("resolve(421)  " + HttpStatus.resolve(421));
  }
}
EOF
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" Probe.java 2> "$1/err" || cat "$1/err"; }

expect 'old: org.springframework:spring-web:6.2.10' "$(run old)" "$(cat <<'EOF'
resolve(413)  413 PAYLOAD_TOO_LARGE
configured    413 PAYLOAD_TOO_LARGE
equals        true
set contains  true
isSameCodeAs  true
resolve(421)  421 DESTINATION_LOCKED
EOF
)"
expect 'new: org.springframework:spring-web:7.0.10' "$(run new)" "$(cat <<'EOF'
resolve(413)  413 CONTENT_TOO_LARGE
configured    413 PAYLOAD_TOO_LARGE
equals        false
set contains  false
isSameCodeAs  true
resolve(421)  421 MISDIRECTED_REQUEST
EOF
)"
