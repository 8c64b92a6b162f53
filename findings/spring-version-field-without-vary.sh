#!/usr/bin/env bash
# Spring Framework 7.0.10 (spring-webflux), new since 6.2.10: handlers by API version, where the version
# stands in a request field (ApiVersionConfigurer.useRequestHeader). Apache HttpClient 5.6.1 as the cache.
# Surprise: the field chooses the handler, and the response does not say so: no Vary, although the same
# application does write Vary for CORS, unasked, and for encoded files. So version 1 with Cache-Control: max-age
# is answered to requests for version 2, by any cache on the way that keeps to RFC 9111. Both ends may be
# Spring: a RestClient with apiVersion("2") over a cache gets the content of version 1, without an error.
# The Javadoc of the configurer, the strategy and the resolvers is silent about it.
# Expected: Vary with the name of that field (RFC 9110 12.5.5), as for each other choice by a field.
# Instead: ResponseEntity.varyBy("API-Version") wherever the response may be stored, or one filter for all; or
# the version in the path or the query, which are part of the key of every cache.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<'EOF'
<project><modelVersion>4.0.0</modelVersion><groupId>finding</groupId>
<artifactId>finding</artifactId><version>1</version><dependencies>
<dependency><groupId>org.springframework</groupId><artifactId>spring-webflux</artifactId><version>7.0.10</version></dependency>
<dependency><groupId>org.springframework</groupId><artifactId>spring-context</artifactId><version>7.0.10</version></dependency>
<dependency><groupId>io.projectreactor.netty</groupId><artifactId>reactor-netty-http</artifactId><version>1.3.7</version></dependency>
<dependency><groupId>org.apache.httpcomponents.client5</groupId><artifactId>httpclient5-cache</artifactId><version>5.6.1</version></dependency>
</dependencies></project>
EOF
timeout 240 mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib > mvn.log 2>&1 || {
  cat mvn.log
  exit 1
}

cat > Probe.java <<'EOF'
import java.time.Duration;
import org.apache.hc.client5.http.impl.cache.CachingHttpClients;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.ApiVersionInserter;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.config.ApiVersionConfigurer;
import org.springframework.web.reactive.config.CorsRegistry;
import org.springframework.web.reactive.config.EnableWebFlux;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

public class Probe {
  @Configuration(proxyBeanMethods = false)
  @EnableWebFlux
  @Import(Items.class)
  public static class Application implements WebFluxConfigurer {
    @Override
    public void configureApiVersioning(ApiVersionConfigurer versions) {
      versions.useRequestHeader("API-Version");
    }

    @Override
    public void addCorsMappings(CorsRegistry mappings) {
      mappings.addMapping("/shared").allowedOrigins("https://example.org");
    }
  }

  @RestController
  public static class Items {
    @GetMapping(path = {"/items", "/shared"}, version = "1")
    ResponseEntity<String> first() {
      return stored().body("first");
    }

    @GetMapping(path = {"/items", "/shared"}, version = "2")
    ResponseEntity<String> second() {
      return stored().body("second");
    }

    @GetMapping(path = "/varied", version = "1")
    ResponseEntity<String> firstVaried() {
      return stored().varyBy("API-Version").body("first");
    }

    @GetMapping(path = "/varied", version = "2")
    ResponseEntity<String> secondVaried() {
      return stored().varyBy("API-Version").body("second");
    }

    private static ResponseEntity.BodyBuilder stored() {
      return ResponseEntity.ok().cacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePublic());
    }
  }

  public static void main(String[] args) {
    var application = WebHttpHandlerBuilder.applicationContext(new AnnotationConfigApplicationContext(Application.class));
    DisposableServer server = HttpServer.create().host("127.0.0.1").port(0)
        .handle(new ReactorHttpHandlerAdapter(application.build())).bindNow();
    RestClient direct = RestClient.builder().baseUrl("http://127.0.0.1:" + server.port())
        .apiVersionInserter(ApiVersionInserter.useHeader("API-Version")).build();
    RestClient cached = direct.mutate()
        .requestFactory(new HttpComponentsClientHttpRequestFactory(CachingHttpClients.createMemoryBound())).build();
    for (String path : new String[] {"/items", "/shared", "/varied"}) {
      System.out.println(path);
      ask("direct", direct, path, "1");
      ask("direct", direct, path, "2");
      ask("cached", cached, path, "1");
      ask("cached", cached, path, "2");
    }
    server.disposeNow();
    System.exit(0);
  }

  private static void ask(String how, RestClient client, String path, String version) {
    ResponseEntity<String> response = client.get().uri(path).apiVersion(version).retrieve().toEntity(String.class);
    System.out.println("  " + how + " version " + version + ": " + response.getBody()
        + ", Vary " + response.getHeaders().getVary());
  }
}
EOF
seen=$(timeout 60 java -XX:TieredStopAtLevel=1 -cp "lib/*" Probe.java 2> err) || cat err
stated=$(cat <<'EOF'
/items
  direct version 1: first, Vary []
  direct version 2: second, Vary []
  cached version 1: first, Vary []
  cached version 2: first, Vary []
/shared
  direct version 1: first, Vary [Origin, Access-Control-Request-Method, Access-Control-Request-Headers]
  direct version 2: second, Vary [Origin, Access-Control-Request-Method, Access-Control-Request-Headers]
  cached version 1: first, Vary [Origin, Access-Control-Request-Method, Access-Control-Request-Headers]
  cached version 2: first, Vary [Origin, Access-Control-Request-Method, Access-Control-Request-Headers]
/varied
  direct version 1: first, Vary [API-Version]
  direct version 2: second, Vary [API-Version]
  cached version 1: first, Vary [API-Version]
  cached version 2: second, Vary [API-Version]
EOF
)
echo 'org.springframework:spring-webflux:7.0.10, org.apache.httpcomponents.client5:httpclient5-cache:5.6.1'
echo "$seen"
if [ "$seen" != "$stated" ]; then
  printf 'stated instead:\n%s\n' "$stated"
  exit 1
fi
