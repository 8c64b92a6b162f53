#!/usr/bin/env bash
# Spring Framework 6.2.10 -> 7.0.10 (spring-web, spring-webflux): PathPattern, mappings of
# controllers. New since: patterns that begin with ** or {*name}, as in /**/reports.
# Surprise: as the path of a class (@RequestMapping("/**/reports")), such a pattern loses
# its last three characters before the path of a method (@GetMapping("/today")) is added:
# the handler is mapped to /**/repo/today. Nothing is said at the start; /eu/reports/today
# is not found, and /eu/repo/today is. So it is with {*name} in place of **. 6.2.10 refuses
# both patterns.
# Expected: /**/reports/today, as AntPathMatcher combines them in both versions.
# Instead: write the whole path at the method, and no path with such a beginning at the class.
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

fetch old org.springframework:spring-webflux:6.2.10
fetch new org.springframework:spring-webflux:7.0.10

cat > Probe.java <<'EOF'
import java.util.concurrent.Callable;
import org.springframework.http.server.PathContainer;
import org.springframework.util.AntPathMatcher;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

public class Probe {
  public static void main(String[] args) {
    show("parses /**/reports", () -> new PathPatternParser().parse("/**/reports"));
    show("maps /**/reports and /today to", () -> mapped("/**/reports", "/today"));
    show("maps /**/reports and /{id} to", () -> mapped("/**/reports", "/{id}"));
    show("maps /{*tenant}/reports and /today to", () -> mapped("/{*tenant}/reports", "/today"));
    show("maps /tenant/reports and /today to", () -> mapped("/tenant/reports", "/today"));
    show("finds /eu/reports/today", () -> combined().matches(PathContainer.parsePath("/eu/reports/today")));
    show("finds /eu/repo/today", () -> combined().matches(PathContainer.parsePath("/eu/repo/today")));
    show("AntPathMatcher says", () -> new AntPathMatcher().combine("/**/reports", "/today"));
  }

  static Object mapped(String ofClass, String ofMethod) {
    return RequestMappingInfo.paths(ofClass)
        .build()
        .combine(RequestMappingInfo.paths(ofMethod).build())
        .getPatternsCondition();
  }

  static PathPattern combined() {
    PathPatternParser parser = new PathPatternParser();
    return parser.parse("/**/reports").combine(parser.parse("/today"));
  }

  static void show(String what, Callable<?> question) {
    String answer;
    try {
      answer = String.valueOf(question.call());
    } catch (Exception refused) {
      answer = refused.getClass().getSimpleName();
    }
    System.out.println(what + " " + answer);
  }
}
EOF

run() {
  mkdir "$1/classes"
  javac -nowarn -cp "$1/lib/*" -d "$1/classes" Probe.java 2> "$1/javac.log" || { cat "$1/javac.log"; exit 1; }
  java -cp "$1/lib/*:$1/classes" Probe
}

expect "Spring Framework 6.2.10:" "$(run old)" "parses /**/reports PatternParseException
maps /**/reports and /today to PatternParseException
maps /**/reports and /{id} to PatternParseException
maps /{*tenant}/reports and /today to PatternParseException
maps /tenant/reports and /today to [/tenant/reports/today]
finds /eu/reports/today PatternParseException
finds /eu/repo/today PatternParseException
AntPathMatcher says /**/reports/today"
expect "Spring Framework 7.0.10:" "$(run new)" "parses /**/reports /**/reports
maps /**/reports and /today to [/**/repo/today]
maps /**/reports and /{id} to [/**/repo/{id}]
maps /{*tenant}/reports and /today to [/{*tenant}/repo/today]
maps /tenant/reports and /today to [/tenant/reports/today]
finds /eu/reports/today false
finds /eu/repo/today true
AntPathMatcher says /**/reports/today"
