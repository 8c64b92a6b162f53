#!/usr/bin/env bash
# Jackson 2.20.0 -> 3.3.0 (jackson-databind): a Locale in JSON that is kept or sent.
# Surprise: version 2 wrote a Locale by toString (zh_TW_#Hant), version 3 writes the
# language tag (zh-Hant-TW). Version 3 reads the old form without an error, but drops
# the script: the locale comes back as another one. The plain zh_TW does survive, so
# that a test with en_US or de_DE shows nothing. And version 2 reads the new form as a
# private-use variant. During a rolling upgrade both directions lose the locale.
# Expected: equal after reading, or an exception.
# Instead: keep Locale.toLanguageTag() as a String and read by Locale.forLanguageTag,
# or rewrite what is kept before version 3 reads it.
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

fetch old com.fasterxml.jackson.core:jackson-databind:2.20.0
fetch new tools.jackson.core:jackson-databind:3.3.0

cat > Probe.java <<'EOF'
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Locale;

public class Probe {
  public static void main(String[] args) throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    System.out.println("writes " + mapper.writeValueAsString(Locale.forLanguageTag("zh-Hant-TW")));
    for (String json : List.of("\"zh_TW_#Hant\"", "\"zh-Hant-TW\"", "\"zh_TW\"")) {
      System.out.println("reads " + json + " as " + mapper.readValue(json, Locale.class).toLanguageTag());
    }
  }
}
EOF
mkdir old/src new/src
cp Probe.java old/src/Probe.java
sed 's/com.fasterxml.jackson.databind/tools.jackson.databind/' Probe.java > new/src/Probe.java
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" "$1/src/Probe.java" 2> "$1/err" || cat "$1/err"; }

expect 'old: com.fasterxml.jackson.core:jackson-databind:2.20.0' "$(run old)" "$(cat <<'EOF'
writes "zh_TW_#Hant"
reads "zh_TW_#Hant" as zh-Hant-TW
reads "zh-Hant-TW" as zh-x-lvariant-TW
reads "zh_TW" as zh-TW
EOF
)"
expect 'new: tools.jackson.core:jackson-databind:3.3.0' "$(run new)" "$(cat <<'EOF'
writes "zh-Hant-TW"
reads "zh_TW_#Hant" as zh-TW
reads "zh-Hant-TW" as zh-Hant-TW
reads "zh_TW" as zh-TW
EOF
)"
