#!/usr/bin/env bash
# Spring Framework 6.2.10 -> 7.0.10 (spring-web): ContentDisposition.
# Surprise: parse and toString of one header do not give the same any more. The size
# parameter is dropped silently. The fallback filename="..." was an RFC 2047 word, from
# which the true name could be read; now it is another, plausible file name: accents are
# taken off and the rest is an underscore, so that different names fall together.
# Expected: what is parsed is written again; a fallback that no one takes for the name.
# Instead: pass the received header text on rather than the parsed value; where names
# are compared or used as a key, read filename* (getFilename does) and never the text
# of filename="..." by a pattern of your own.
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
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.ContentDisposition;

public class Probe {
  public static void main(String[] args) {
    show(ContentDisposition.parse("attachment; filename=a.txt; size=12"));
    for (String name : List.of("\u20ac.txt", "\u00e9.txt", "\u00e8.txt")) {
      show(ContentDisposition.attachment().filename(name, StandardCharsets.UTF_8).build());
    }
  }

  static void show(ContentDisposition value) {
    System.out.println(value);
  }
}
EOF
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" Probe.java 2> "$1/err" || cat "$1/err"; }

expect 'old: org.springframework:spring-web:6.2.10' "$(run old)" "$(cat <<'EOF'
attachment; filename="a.txt"; size=12
attachment; filename="=?UTF-8?Q?=E2=82=AC.txt?="; filename*=UTF-8''%E2%82%AC.txt
attachment; filename="=?UTF-8?Q?=C3=A9.txt?="; filename*=UTF-8''%C3%A9.txt
attachment; filename="=?UTF-8?Q?=C3=A8.txt?="; filename*=UTF-8''%C3%A8.txt
EOF
)"
expect 'new: org.springframework:spring-web:7.0.10' "$(run new)" "$(cat <<'EOF'
attachment; filename="a.txt"
attachment; filename="_.txt"; filename*=UTF-8''%E2%82%AC.txt
attachment; filename="e.txt"; filename*=UTF-8''%C3%A9.txt
attachment; filename="e.txt"; filename*=UTF-8''%C3%A8.txt
EOF
)"
