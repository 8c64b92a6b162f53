#!/usr/bin/env bash
# Spring Cloud Gateway 4.3.0 and 5.0.3 (server-webflux), Reactor 3.7.9 and 3.8.6: the same in both.
# Surprise: on a route with the filter Retry, filters behind it see each request that succeeds as cancelled: doFinally says
# "cancel", doOnCancel runs, and Micrometer's tap counts each twice, as completed and as cancelled, though the origin has answered
# and the client has all of it.
# Retry repeats by repeatWhen, which cancels its source from within the source's completion; doFinally, which promises one signal,
# then reports the cancellation in place of the completion that it is passing on. doOnTerminate has run before.
# Expected: onComplete, as on a route without Retry.
# Instead: note the end in doOnTerminate, and take a cancellation for one only if none has been noted.
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

fetch old org.springframework.cloud:spring-cloud-starter-gateway-server-webflux:4.3.0 io.projectreactor:reactor-core:3.7.9 io.projectreactor:reactor-core-micrometer:1.2.9
fetch new org.springframework.cloud:spring-cloud-starter-gateway-server-webflux:5.0.3 io.projectreactor:reactor-core:3.8.6 io.projectreactor:reactor-core-micrometer:1.2.9
cat > Probe.java <<'EOF'
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.observability.micrometer.Micrometer;
import reactor.core.publisher.Mono;

@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class Probe {

  static final List<String> SIGNALS = new CopyOnWriteArrayList<>();
  static final SimpleMeterRegistry METERS = new SimpleMeterRegistry();

  static class Watching implements GlobalFilter, Ordered {

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
      return chain.filter(exchange)
          .name("watched")
          .tap(Micrometer.metrics(METERS))
          .doOnTerminate(() -> SIGNALS.add("terminate"))
          .doOnCancel(() -> SIGNALS.add("cancel"))
          .doFinally(signal -> SIGNALS.add("finally=" + signal));
    }

    @Override
    public int getOrder() {
      return 1000;
    }
  }

  @Bean
  GlobalFilter watching() {
    return new Watching();
  }

  public static void main(String[] args) throws Exception {
    ServerSocket origin = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread serving = new Thread(() -> serve(origin));
    serving.setDaemon(true);
    serving.start();
    String uri = "http://127.0.0.1:" + origin.getLocalPort();
    String route = "--spring.cloud.gateway.server.webflux.routes";
    try (ConfigurableApplicationContext app = SpringApplication.run(
        Probe.class, "--server.port=0", "--server.address=127.0.0.1", "--logging.level.root=OFF",
        "--spring.main.banner-mode=off", route + "[0].id=plain", route + "[0].predicates[0]=Path=/plain",
        route + "[0].uri=" + uri, route + "[1].id=retry", route + "[1].predicates[0]=Path=/retry",
        route + "[1].uri=" + uri, route + "[1].filters[0]=Retry=2")) {
      String port = app.getEnvironment().getProperty("local.server.port");
      HttpClient client = HttpClient.newHttpClient();
      for (String path : new String[] {"/plain", "/retry"}) {
        METERS.clear();
        SIGNALS.clear();
        HttpResponse<String> got = client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(), BodyHandlers.ofString());
        String counted = METERS.getMeters().stream()
            .map(meter -> meter.getId().getTag("status"))
            .filter(status -> status != null)
            .distinct()
            .sorted()
            .toList()
            .toString();
        System.out.println(path + " " + got.statusCode() + " " + got.body() + " " + SIGNALS + " counted " + counted);
      }
    }
    System.exit(0);
  }

  static void serve(ServerSocket origin) {
    while (true) {
      try (Socket client = origin.accept()) {
        client.getInputStream().read(new byte[4096]);
        client.getOutputStream().write(("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello")
            .getBytes(StandardCharsets.US_ASCII));
      } catch (IOException ended) {
        return;
      }
    }
  }
}
EOF

run() {
  mkdir "$1/classes"
  javac -nowarn -cp "$1/lib/*" -d "$1/classes" Probe.java 2> "$1/javac.log" || { cat "$1/javac.log"; exit 1; }
  java -cp "$1/lib/*:$1/classes" Probe 2> "$1/java.log" || { tail -40 "$1/java.log"; exit 1; }
}

seen="/plain 200 hello [terminate, finally=onComplete] counted [completedEmpty]
/retry 200 hello [terminate, cancel, finally=cancel] counted [cancelled, completedEmpty]"
expect "Gateway 4.3.0:" "$(run old)" "$seen"
expect "Gateway 5.0.3:" "$(run new)" "$seen"
