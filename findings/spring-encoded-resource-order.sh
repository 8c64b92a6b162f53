#!/usr/bin/env bash
# Spring Framework 6.2.10 -> 7.0.10 (spring-webflux; the resolvers of spring-webmvc are alike): static
# files that lie there encoded already (app.js.br, app.js.gz).
# Surprise: EncodedResourceResolver took the first coding of its own list, br before gzip, that the client
# accepts. Now the order of the client's Accept-Encoding decides, which means nothing by RFC 9110 12.5.3 (the
# weights do, and are read in neither version): browsers, who write "gzip, deflate, br, zstd", get gzip instead
# of br by the upgrade alone (known as spring-framework issue 37210). And CachingResourceResolver ahead of it
# still sorts the codings for its key, so that both orders share one entry: whoever asks first decides what
# all others get, until the entry goes. After each restart the very same request may be served otherwise.
# Expected: the order of setContentCodings, as its documentation still says in 7.0.10.
# Instead: one encoded file for each resource; or have a filter ahead write Accept-Encoding in one order.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# fetch FOLDER VERSION : spring-webflux, its mocks and its cache, with what they need, into FOLDER/lib
fetch() {
  local artifact
  mkdir "$1"
  {
    echo '<project><modelVersion>4.0.0</modelVersion><groupId>finding</groupId>'
    echo '<artifactId>finding</artifactId><version>1</version><dependencies>'
    for artifact in spring-webflux spring-context spring-test; do
      echo "<dependency><groupId>org.springframework</groupId><artifactId>$artifact</artifactId><version>$2</version></dependency>"
    done
    echo '</dependencies></project>'
  } > "$1/pom.xml"
  (cd "$1" && timeout 240 mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib > mvn.log 2>&1) || {
    cat "$1/mvn.log"
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

fetch old 6.2.10
fetch new 7.0.10

mkdir files
for ending in '' .gz .br; do
  echo "content$ending" > "files/app.js$ending"
done

cat > Probe.java <<'EOF'
import java.util.ArrayList;
import java.util.List;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.core.io.FileSystemResource;
import org.springframework.http.server.PathContainer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.resource.CachingResourceResolver;
import org.springframework.web.reactive.resource.EncodedResourceResolver;
import org.springframework.web.reactive.resource.PathResourceResolver;
import org.springframework.web.reactive.resource.ResourceResolver;
import org.springframework.web.reactive.resource.ResourceWebHandler;
import org.springframework.web.util.pattern.PathPatternParser;

public class Probe {
  private static final String TOOL = "br, gzip";
  private static final String BROWSER = "gzip, deflate, br, zstd";

  public static void main(String[] args) throws Exception {
    System.out.println("prefers " + new EncodedResourceResolver().getContentCodings());
    for (String accepted : new String[] {TOOL, BROWSER, "gzip;q=0.1, br;q=1"}) {
      System.out.println(accepted + ": " + coding(files(false), accepted));
    }
    ResourceWebHandler first = files(true);
    System.out.println("cached, tool first: " + coding(first, TOOL) + ", then browser: " + coding(first, BROWSER));
    ResourceWebHandler second = files(true);
    System.out.println("cached, browser first: " + coding(second, BROWSER) + ", then tool: " + coding(second, TOOL));
  }

  private static ResourceWebHandler files(boolean cached) throws Exception {
    List<ResourceResolver> resolvers = new ArrayList<>();
    if (cached) {
      resolvers.add(new CachingResourceResolver(new ConcurrentMapCache("resources")));
    }
    resolvers.add(new EncodedResourceResolver());
    resolvers.add(new PathResourceResolver());
    ResourceWebHandler handler = new ResourceWebHandler();
    handler.setLocations(List.of(new FileSystemResource("files/")));
    handler.setResourceResolvers(resolvers);
    handler.afterPropertiesSet();
    return handler;
  }

  private static String coding(ResourceWebHandler handler, String accepted) {
    MockServerWebExchange exchange =
        MockServerWebExchange.from(MockServerHttpRequest.get("/app.js").header("Accept-Encoding", accepted));
    exchange.getAttributes().put(HandlerMapping.PATH_WITHIN_HANDLER_MAPPING_ATTRIBUTE, PathContainer.parsePath("/app.js"));
    exchange.getAttributes().put(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, PathPatternParser.defaultInstance.parse("/**"));
    handler.handle(exchange).block();
    return exchange.getResponse().getHeaders().getFirst("Content-Encoding");
  }
}
EOF
run() { timeout 60 java -XX:TieredStopAtLevel=1 -cp "$1/lib/*" Probe.java 2> "$1/err" || cat "$1/err"; }

expect 'old: org.springframework:spring-webflux:6.2.10' "$(run old)" "$(cat <<'EOF'
prefers [br, gzip]
br, gzip: br
gzip, deflate, br, zstd: br
gzip;q=0.1, br;q=1: br
cached, tool first: br, then browser: br
cached, browser first: br, then tool: br
EOF
)"
expect 'new: org.springframework:spring-webflux:7.0.10' "$(run new)" "$(cat <<'EOF'
prefers [br, gzip]
br, gzip: br
gzip, deflate, br, zstd: gzip
gzip;q=0.1, br;q=1: gzip
cached, tool first: br, then browser: br
cached, browser first: gzip, then tool: gzip
EOF
)"
