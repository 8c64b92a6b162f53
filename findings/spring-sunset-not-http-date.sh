#!/usr/bin/env bash
# Spring Framework 7.0.10 (spring-webflux; spring-web has its twin for servlets), new since 6.2.10: deprecated API
# versions, announced by StandardApiVersionDeprecationHandler "based on" RFC 9745 and RFC 8594.
# Surprise: setSunsetDate writes the date in the zone it is given, "Fri, 1 Jan 2027 00:00:00 +0100", and the
# first nine days of a month by one digit even in GMT. RFC 8594 wants an HTTP-date: two digits, and GMT always.
# Readers differ: Netty 4.2.17 skips the offset and reads the end one hour late (for -0500 five hours early),
# Apache HttpClient 5.6.1 reads no date at all, and only Spring itself reads what was meant, so that its own
# tests show nothing. The field Deprecation of the same call is right, whatever the zone.
# Expected: the instant as an HTTP-date, as HttpHeaders.setZonedDateTime writes it.
# Instead: setSunsetDate(date.withZoneSameInstant(ZoneOffset.UTC)), not on the first nine days of a month; or
# a handler of your own that calls headers.setZonedDateTime("Sunset", date).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<'EOF'
<project><modelVersion>4.0.0</modelVersion><groupId>finding</groupId>
<artifactId>finding</artifactId><version>1</version><dependencies>
<dependency><groupId>org.springframework</groupId><artifactId>spring-webflux</artifactId><version>7.0.10</version></dependency>
<dependency><groupId>org.springframework</groupId><artifactId>spring-test</artifactId><version>7.0.10</version></dependency>
<dependency><groupId>org.springframework</groupId><artifactId>spring-context</artifactId><version>7.0.10</version></dependency>
<dependency><groupId>io.netty</groupId><artifactId>netty-codec-base</artifactId><version>4.2.17.Final</version></dependency>
<dependency><groupId>org.apache.httpcomponents.client5</groupId><artifactId>httpclient5</artifactId><version>5.6.1</version></dependency>
</dependencies></project>
EOF
timeout 240 mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib > mvn.log 2>&1 || {
  cat mvn.log
  exit 1
}

cat > Probe.java <<'EOF'
import io.netty.handler.codec.DateFormatter;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.apache.hc.client5.http.utils.DateUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.accept.SemanticApiVersionParser;
import org.springframework.web.reactive.accept.StandardApiVersionDeprecationHandler;

public class Probe {
  public static void main(String[] args) {
    for (String zone : new String[] {"Europe/Berlin", "America/New_York", "GMT"}) {
      ZonedDateTime end = ZonedDateTime.of(2027, 1, 1, 0, 0, 0, 0, ZoneId.of(zone));
      HttpHeaders fields = announced(end);
      String text = fields.getFirst("Sunset");
      System.out.println("Sunset: " + text);
      System.out.println("  Deprecation right: " + fields.getFirst("Deprecation").equals("@" + end.toEpochSecond()));
      System.out.println("  meant  " + end.toInstant());
      System.out.println("  Spring " + fields.getFirstZonedDateTime("Sunset").toInstant());
      System.out.println("  Netty  " + DateFormatter.parseHttpDate(text).toInstant());
      System.out.println("  Apache " + DateUtils.parseStandardDate(text));
      fields.setZonedDateTime("Sunset", end);
      System.out.println("  by setZonedDateTime " + fields.getFirst("Sunset"));
    }
  }

  private static HttpHeaders announced(ZonedDateTime end) {
    StandardApiVersionDeprecationHandler handler = new StandardApiVersionDeprecationHandler();
    handler.configureVersion("1").setDeprecationDate(end).setSunsetDate(end);
    MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
    handler.handleVersion(new SemanticApiVersionParser().parseVersion("1"), "handler", exchange);
    return exchange.getResponse().getHeaders();
  }
}
EOF
seen=$(timeout 60 java -XX:TieredStopAtLevel=1 -cp "lib/*" Probe.java 2> err) || cat err
stated=$(cat <<'EOF'
Sunset: Fri, 1 Jan 2027 00:00:00 +0100
  Deprecation right: true
  meant  2026-12-31T23:00:00Z
  Spring 2026-12-31T23:00:00Z
  Netty  2027-01-01T00:00:00Z
  Apache null
  by setZonedDateTime Thu, 31 Dec 2026 23:00:00 GMT
Sunset: Fri, 1 Jan 2027 00:00:00 -0500
  Deprecation right: true
  meant  2027-01-01T05:00:00Z
  Spring 2027-01-01T05:00:00Z
  Netty  2027-01-01T00:00:00Z
  Apache null
  by setZonedDateTime Fri, 01 Jan 2027 05:00:00 GMT
Sunset: Fri, 1 Jan 2027 00:00:00 GMT
  Deprecation right: true
  meant  2027-01-01T00:00:00Z
  Spring 2027-01-01T00:00:00Z
  Netty  2027-01-01T00:00:00Z
  Apache 2027-01-01T00:00:00Z
  by setZonedDateTime Fri, 01 Jan 2027 00:00:00 GMT
EOF
)
echo 'org.springframework:spring-webflux:7.0.10, io.netty:netty-codec-base:4.2.17.Final,'
echo 'org.apache.httpcomponents.client5:httpclient5:5.6.1'
echo "$seen"
if [ "$seen" != "$stated" ]; then
  printf 'stated instead:\n%s\n' "$stated"
  exit 1
fi
