#!/usr/bin/env bash
# Jackson 2.20.0 -> 3.3.0 (jackson-databind): a bean with getURL and setURL.
# Surprise: two new defaults meet. The property is named URL where version 2 named it
# url, and an unknown property is no error any more. So version 3 reads what version 2
# wrote (stored, or sent by a neighbour not yet upgraded) as null, silently. With either
# change alone it would read the value or throw.
# Expected: the value, or an exception that names the unknown property.
# Instead: @JsonProperty("url") on such getters (two or more leading capitals; the
# feature USE_STD_BEAN_NAMING that chose between the names is gone), and enable
# FAIL_ON_UNKNOWN_PROPERTIES for what is kept.
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
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

public class Probe {
  public static class Target {
    private String url;
    public String getURL() { return url; }
    public void setURL(String url) { this.url = url; }
  }

  public static class Annotated extends Target {
    @Override @JsonProperty("url") public String getURL() { return super.getURL(); }
    @Override @JsonProperty("url") public void setURL(String url) { super.setURL(url); }
  }

  public static void main(String[] args) throws Exception {
    Target target = new Target();
    target.setURL("u");
    JsonMapper mapper = JsonMapper.builder().build();
    System.out.println("writes " + mapper.writeValueAsString(target));
    System.out.println("reads url: " + mapper.readValue("{\"url\":\"u\"}", Target.class).getURL());
    System.out.println("reads url, annotated: " + mapper.readValue("{\"url\":\"u\"}", Annotated.class).getURL());
    JsonMapper strict = JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
    try {
      System.out.println("reads url, strict: " + strict.readValue("{\"url\":\"u\"}", Target.class).getURL());
    } catch (Exception e) {
      System.out.println("reads url, strict: " + e.getClass().getSimpleName());
    }
  }
}
EOF
mkdir old/src new/src
cp Probe.java old/src/Probe.java
sed 's/com.fasterxml.jackson.databind/tools.jackson.databind/' Probe.java > new/src/Probe.java
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" "$1/src/Probe.java" 2> "$1/err" || cat "$1/err"; }

expect 'old: com.fasterxml.jackson.core:jackson-databind:2.20.0' "$(run old)" "$(cat <<'EOF'
writes {"url":"u"}
reads url: u
reads url, annotated: u
reads url, strict: u
EOF
)"
expect 'new: tools.jackson.core:jackson-databind:3.3.0' "$(run new)" "$(cat <<'EOF'
writes {"URL":"u"}
reads url: null
reads url, annotated: u
reads url, strict: UnrecognizedPropertyException
EOF
)"
