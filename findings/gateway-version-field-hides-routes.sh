#!/usr/bin/env bash
# Spring Cloud Gateway 5.0.0 -> 5.0.3 (server-webflux), Spring Framework 7.0.1 -> 7.0.9 (spring-webflux).
# New in 5.0: routes by API version (Version=2), once spring.webflux.apiversion.use.header names the field.
# Surprise: since Framework 7.0.3 (Gateway 5.0.1), which looks for the version asynchronously, "none, and none
# is required" ends the search for a handler. Gateway itself makes the version optional. So by that property
# alone each request without the field gets 404, whatever its route: also where no route asks for a version,
# and for controllers of the application. The log says "No static resource", if it is asked for DEBUG.
# spring.cloud.gateway.server.webflux.version.*, which the metadata of 5.0.0 and 5.0.3 offer for the same
# purpose (header-name, default-version), is read by nobody in either and does not help.
# Expected: routes without Version take requests without a version, as in 5.0.0.
# Instead: set spring.webflux.apiversion.default too; routes without Version take any version, the default one
# as well. Test each route by a request without the field.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# fetch FOLDER VERSION : Gateway with what it needs, into FOLDER/lib
fetch() {
  mkdir "$1"
  cat > "$1/pom.xml" <<EOF
<project><modelVersion>4.0.0</modelVersion><groupId>finding</groupId>
<artifactId>finding</artifactId><version>1</version><dependencies><dependency>
<groupId>org.springframework.cloud</groupId><artifactId>spring-cloud-starter-gateway-server-webflux</artifactId>
<version>$2</version></dependency></dependencies></project>
EOF
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

fetch old 5.0.0
fetch new 5.0.3

cat > Probe.java <<'EOF'
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(Probe.Own.class)
public class Probe {
  private static final String GATEWAY = "--spring.cloud.gateway.server.webflux.";
  private static final String FIELD = "--spring.webflux.apiversion.use.header=API-Version";

  @RestController
  public static class Own {
    @GetMapping("/own")
    String own() {
      return "own";
    }
  }

  public static void main(String[] args) throws Exception {
    HttpServer origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    origin.createContext("/", exchange -> {
      exchange.sendResponseHeaders(200, 6);
      exchange.getResponseBody().write("origin".getBytes());
      exchange.close();
    });
    origin.start();
    String uri = "http://127.0.0.1:" + origin.getAddress().getPort();
    show(uri, "no version configured");
    show(uri, "use.header", FIELD);
    show(uri, "use.header, Gateway's default-version", FIELD,
        GATEWAY + "version.header-name=API-Version", GATEWAY + "version.default-version=1");
    show(uri, "use.header, default", FIELD, "--spring.webflux.apiversion.default=1");
    System.exit(0);
  }

  private static void show(String uri, String title, String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of(settings));
    all.addAll(List.of("--server.port=0", "--server.address=127.0.0.1", "--logging.level.root=OFF",
        "--spring.main.banner-mode=off", GATEWAY + "routes[0].id=all", GATEWAY + "routes[0].uri=" + uri,
        GATEWAY + "routes[0].predicates[0]=Path=/items"));
    try (ConfigurableApplicationContext app = SpringApplication.run(Probe.class, all.toArray(String[]::new))) {
      String base = "http://127.0.0.1:" + app.getEnvironment().getProperty("local.server.port");
      System.out.println(title + ": route " + ask(base + "/items") + ", own " + ask(base + "/own")
          + "; with the field: route " + ask(base + "/items", "API-Version", "1"));
    }
  }

  private static String ask(String uri, String... field) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri));
    HttpResponse<String> response = HttpClient.newHttpClient()
        .send((field.length == 0 ? request : request.headers(field)).build(), BodyHandlers.ofString());
    return response.statusCode() == 200 ? response.body() : String.valueOf(response.statusCode());
  }
}
EOF

run() {
  mkdir "$1/classes"
  javac -nowarn -cp "$1/lib/*" -d "$1/classes" Probe.java 2> "$1/javac.log" || { cat "$1/javac.log"; exit 1; }
  timeout 120 java -cp "$1/lib/*:$1/classes" Probe 2> "$1/java.log" || { tail -40 "$1/java.log"; exit 1; }
}

expect "Gateway 5.0.0, $(basename old/lib/spring-webflux-*.jar):" "$(run old)" "$(cat <<'EOF'
no version configured: route origin, own own; with the field: route origin
use.header: route origin, own own; with the field: route origin
use.header, Gateway's default-version: route origin, own own; with the field: route origin
use.header, default: route origin, own own; with the field: route origin
EOF
)"
expect "Gateway 5.0.3, $(basename new/lib/spring-webflux-*.jar):" "$(run new)" "$(cat <<'EOF'
no version configured: route origin, own own; with the field: route origin
use.header: route 404, own 404; with the field: route origin
use.header, Gateway's default-version: route 404, own 404; with the field: route origin
use.header, default: route origin, own own; with the field: route origin
EOF
)"
