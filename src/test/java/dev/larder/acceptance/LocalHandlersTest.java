package dev.larder.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebSession;
import reactor.core.publisher.Mono;

/** A handler of the application behind a route with forward: sees the request that is forwarded to it, and answers that one. */
class LocalHandlersTest {

    private static final String ROUTE = "spring.cloud.gateway.server.webflux.routes[%d].";
    private static final List<String> FILTERS = List.of("Cache", "WriteInvalidation", "EntityTags");
    private static final String BOUNDARY = "boundary";

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> {
        builder.with(Handlers.class)
                .property("larder.rules.own.paths", "/local/own")
                .property("larder.rules.own.key.cookies", "user")
                .property("larder.rules.search.paths", "/local/search")
                .property("larder.rules.search.methods[0]", "GET")
                .property("larder.rules.search.methods[1]", "POST")
                .property("larder.rules.search.key.content", "64KB");
        for (int i = 0; i < FILTERS.size(); i++) {
            String route = ROUTE.formatted(i);
            builder.property(route + "id", "local" + i)
                    .property(route + "uri", "forward:///")
                    .property(route + "predicates[0]", "Path=/" + FILTERS.get(i) + "/local/{segment}/**")
                    .property(route + "filters[0]", "SetPath=/local/{segment}")
                    .property(route + "filters[1]", FILTERS.get(i));
        }
        String cached = ROUTE.formatted(FILTERS.size());
        return builder.property(cached + "id", "cached")
                .property(cached + "uri", "${larder.origin}")
                .property(cached + "predicates[0]", "Path=/**")
                .property(cached + "filters[0]", "Cache");
    });

    private final String query = "?of=" + UniquePath.next().replace("/", "");

    @ParameterizedTest
    @CsvSource({"tagged, If-None-Match, \"v1\"", "dated, If-Modified-Since, 'Thu, 01 Jan 2026 00:00:00 GMT'"})
    void answersConditionOnlyForClientThatSentIt(String page, String condition, String value) {
        String target = "/Cache/local/" + page + query;
        assertThat(STAGE.get(target, condition, value).status()).isEqualTo(304);
        assertThat(STAGE.get(target).content()).isEqualTo("page");
        assertThat(STAGE.get(target).hit()).isTrue();
        ReceivedResponse reloaded = STAGE.get(target, condition, value, "Cache-Control", "no-cache");
        assertThat(reloaded.status()).isEqualTo(304);
        assertThat(STAGE.get(target).content()).isEqualTo("page");
    }

    @ParameterizedTest
    @CsvSource({
        "WriteInvalidation, tagged, If-None-Match, \"v1\"",
        "EntityTags, tagged, If-None-Match, \"v1\"",
        "WriteInvalidation, dated, If-Modified-Since, 'Thu, 01 Jan 2026 00:00:00 GMT'",
        "EntityTags, dated, If-Modified-Since, 'Thu, 01 Jan 2026 00:00:00 GMT'"
    })
    void answersConditionsOnRoutesWithoutCache(String filter, String page, String condition, String value) {
        String target = "/" + filter + "/local/" + page + query;
        for (int i = 0; i < 2; i++) {
            assertThat(STAGE.get(target, condition, value).status()).isEqualTo(304);
            assertThat(STAGE.get(target).content()).isEqualTo("page");
            assertThat(STAGE.get(target, "If-None-Match", "\"other\"").content())
                    .isEqualTo("page");
        }
    }

    @Test
    void aStoredPageIsValidatedByItsHandler() {
        String target = "/Cache/local/stale" + query;
        for (int i = 0; i < 3; i++) {
            ReceivedResponse page = STAGE.get(target);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.content()).isEqualTo("page");
        }
        assertThat(STAGE.get(target, "If-None-Match", "\"v1\"").status()).isEqualTo(304);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache", "WriteInvalidation", "EntityTags"})
    void aHandlerGetsTheFieldsOfAForm(String filter) {
        for (String handler : List.of("form", "model")) {
            assertThat(postForm(filter, handler, "name=a&other=b").content())
                    .as(handler)
                    .isEqualTo("name a");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache", "WriteInvalidation", "EntityTags"})
    void aHandlerGetsThePartsOfAForm(String filter) {
        assertThat(postPart(filter, "parts", "name=\"a\"", "one").content()).isEqualTo("parts [a]");
    }

    /** As Spring Security does for its token in a form. */
    @ParameterizedTest
    @CsvSource({
        "Cache, form",
        "Cache, model",
        "WriteInvalidation, form",
        "WriteInvalidation, model",
        "EntityTags, form",
        "EntityTags, model"
    })
    void aHandlerGetsTheFieldsOfAFormThatAFilterHasReadBefore(String filter, String handler) {
        for (String more : List.of("", "x".repeat(200_000))) {
            assertThat(postForm(filter, handler, "name=a&other=" + more, "X-Reads", "form")
                            .content())
                    .isEqualTo("name a");
        }
    }

    /** What it was is not known to the key. */
    @Test
    void formReadByEarlierFilterIsNotUsedAsCacheKey() {
        for (String name : List.of("a", "b")) {
            ReceivedResponse found = postForm("Cache", "search", "name=" + name, "X-Reads", "form");
            assertThat(found.content()).isEqualTo("found " + name);
            assertThat(found.cacheStatus()).doesNotContain("hit").doesNotContain("stored");
        }
    }

    /** Spring keeps large parts in files. */
    @ParameterizedTest
    @ValueSource(strings = {"Cache", "WriteInvalidation", "EntityTags"})
    void uploadedFilesAreDeletedAfterAnswer(String filter) throws IOException {
        Set<Path> before = files();
        assertThat(postPart(filter, "files", "name=\"a\"; filename=\"a\"", "x".repeat(400_000))
                        .content())
                .isEqualTo("octets 400000, file true");
        for (int i = 0; i < 50 && !before.containsAll(files()); i++) {
            STAGE.awaitReading();
        }
        assertThat(before).containsAll(files());
    }

    private ReceivedResponse postForm(String filter, String handler, String form, String... fields) {
        String[] all = Stream.concat(Stream.of("Content-Type", "application/x-www-form-urlencoded"), Stream.of(fields))
                .toArray(String[]::new);
        return post(filter, handler, form, all);
    }

    private ReceivedResponse post(String filter, String handler, String content, String... fields) {
        return STAGE.gateway().send("POST", "/" + filter + "/local/" + handler + query, content, fields);
    }

    private ReceivedResponse postPart(String filter, String handler, String disposition, String content) {
        String part = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + content
                + "\r\n--" + BOUNDARY + "--\r\n";
        return post(filter, handler, part, "Content-Type", "multipart/form-data; boundary=" + BOUNDARY);
    }

    private static Set<Path> files() throws IOException {
        Set<Path> found = new HashSet<>();
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(temporary, "spring-multipart*")) {
            for (Path folder : folders) {
                try (Stream<Path> files = Files.list(folder)) {
                    files.forEach(found::add);
                }
            }
        }
        return found;
    }

    @Test
    void pageOfSessionStartedByHandlerIsNotShared() {
        String target = "/Cache/local/session" + query;
        ReceivedResponse first = STAGE.get(target);
        ReceivedResponse second = STAGE.get(target);
        assertThat(first.field("Set-Cookie")).contains("SESSION=");
        assertThat(first.cacheStatus()).contains("set-cookie");
        assertThat(second.field("Set-Cookie")).contains("SESSION=");
        assertThat(second.content()).isNotEqualTo(first.content());
    }

    /** The client is told of a new one by its response; what a page says of that is for nobody else. */
    @ParameterizedTest
    @ValueSource(strings = {"renewed", "ended"})
    void pageOfSessionChangedByHandlerIsNotShared(String page) {
        String session = STAGE.get("/Cache/local/session" + query).field("Set-Cookie");
        ReceivedResponse changed =
                STAGE.get("/Cache/local/" + page + query, "Cookie", session.substring(0, session.indexOf(';')));
        assertThat(changed.field("Set-Cookie")).contains("SESSION=");
        assertThat(changed.cacheStatus()).contains("set-cookie");
        assertThat(STAGE.get("/Cache/local/" + page + query).content()).isNotEqualTo(changed.content());
    }

    @Test
    void pageOfSessionStartedByFilterIsNotShared() {
        String target = "/Cache/local/session" + query;
        ReceivedResponse first = STAGE.get(target, "X-Reads", "session");
        assertThat(first.cacheStatus()).contains("set-cookie");
        assertThat(STAGE.get(target, "X-Reads", "session").content()).isNotEqualTo(first.content());
    }

    /** As the token of a form that Spring Security makes when a page asks for it. */
    @ParameterizedTest
    @ValueSource(strings = {"session", "cookie"})
    void pageIsNotSharedWhenFilterSetsCookieOrSessionLater(String token) {
        String target = "/Cache/local/token" + query;
        ReceivedResponse first = STAGE.get(target, "X-Token", token);
        assertThat(first.content()).startsWith("token ");
        assertThat(first.cacheStatus()).contains("set-cookie");
        assertThat(STAGE.get(target, "X-Token", token).content()).isNotEqualTo(first.content());
    }

    /** As with Authorization (RFC 9111 3.5): the handler may have made the page of what it knows by the cookie. */
    @Test
    void pageForClientWithCookieIsSharedOnlyIfDeclaredPublic() {
        String own = "/Cache/local/says" + query + "&said=max-age=60";
        assertThat(STAGE.get(own, "Cookie", "XSRF-TOKEN=1").cacheStatus()).contains("detail=authorization");
        assertThat(STAGE.get(own).hit()).isFalse();
        for (String said : List.of("public, max-age=60", "s-maxage=60")) {
            String shared = "/Cache/local/says" + query + "&said=" + said.replace(" ", "");
            assertThat(STAGE.get(shared, "Cookie", "XSRF-TOKEN=1").cacheStatus())
                    .contains("stored");
            assertThat(STAGE.get(shared).hit()).isTrue();
        }
    }

    /** The token of a page may have been made before the page was asked for. */
    @Test
    void pageIsNotSharedWhenFilterSetsCookieBefore() {
        String target = "/Cache/local/token" + query;
        ReceivedResponse first = STAGE.get(target, "X-Token", "early");
        assertThat(first.cacheStatus()).contains("set-cookie");
        assertThat(STAGE.get(target, "X-Token", "early").content()).isNotEqualTo(first.content());
    }

    /** Cookies that a client has already say nothing of the one that it gets with the page. */
    @ParameterizedTest
    @CsvSource({
        "session, 'max-age=60,public', X-None",
        "session, 'max-age=60,must-revalidate', X-None",
        "session, 's-maxage=60', X-None",
        "session, 'max-age=60', Cookie",
        "cookie, 'max-age=60,public', X-None",
        "cookie, 'max-age=60,must-revalidate', X-None",
        "cookie, 'max-age=60', Cookie",
        "early, 'max-age=60,public', X-None",
        "early, 'max-age=60', Cookie"
    })
    void pageWithNewCookieIsNotSharedDespiteOtherCookiesOrPublic(String token, String said, String vary) {
        String target = "/Cache/local/token" + query + "&said=" + said + "&vary=" + vary;
        String[] fields = {"X-Token", token, "Cookie", "lang=de"};
        ReceivedResponse first = STAGE.get(target, fields);
        assertThat(first.content()).startsWith("token ");
        assertThat(first.cacheStatus()).contains("set-cookie");
        assertThat(STAGE.get(target, fields).content()).isNotEqualTo(first.content());
    }

    @Test
    void pageIsStoredPerUserWhenCookieIsInKey() {
        String target = "/Cache/local/own" + query;
        for (int i = 0; i < 2; i++) {
            for (String user : List.of("a", "b")) {
                ReceivedResponse page = STAGE.get(target, "Cookie", "user=" + user);
                assertThat(page.content()).isEqualTo("page of " + user);
                assertThat(page.hit()).isEqualTo(i > 0);
            }
        }
        String other = "/Cache/local/own" + query + "&other";
        assertThat(STAGE.get(other, "Cookie", "user=a; S=1").cacheStatus()).contains("detail=authorization");
    }

    @Configuration(proxyBeanMethods = false)
    static class Handlers {

        /** Reads content before the filters of Larder. */
        @Bean
        WebFilter reader() {
            return (exchange, chain) -> read(exchange).then(chain.filter(exchange));
        }

        /** Tells a client its token if somebody asks for that. */
        @Bean
        WebFilter tokens() {
            var numbers = new AtomicInteger();
            return (exchange, chain) -> {
                String kept = exchange.getRequest().getHeaders().getFirst("X-Token");
                Mono<String> token = exchange.getSession().map(session -> {
                    String made = "token " + numbers.incrementAndGet();
                    if ("session".equals(kept)) {
                        session.getAttributes().put("token", made);
                    } else {
                        exchange.getResponse()
                                .addCookie(ResponseCookie.from("XSRF-TOKEN", made.substring(6))
                                        .build());
                    }
                    return made;
                });
                Mono<String> once = token.cache();
                exchange.getAttributes().put("token", once);
                return "early".equals(kept) ? once.then(chain.filter(exchange)) : chain.filter(exchange);
            };
        }

        private static Mono<?> read(ServerWebExchange exchange) {
            String what = exchange.getRequest().getHeaders().getFirst("X-Reads");
            return switch (String.valueOf(what)) {
                case "form" -> exchange.getFormData();
                case "session" -> exchange.getSession().doOnNext(WebSession::start);
                default -> Mono.empty();
            };
        }

        @Bean
        Pages pages() {
            return new Pages();
        }
    }

    /** What a form is bound to. */
    record Named(String name) {}

    @RestController
    static class Pages {

        private final AtomicInteger sessions = new AtomicInteger();

        @GetMapping("/local/tagged")
        ResponseEntity<String> tagged() {
            return ResponseEntity.ok()
                    .eTag("v1")
                    .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                    .body("page");
        }

        @GetMapping("/local/dated")
        ResponseEntity<String> dated() {
            return ResponseEntity.ok()
                    .lastModified(1_767_225_600_000L)
                    .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                    .body("page");
        }

        @GetMapping("/local/stale")
        ResponseEntity<String> stale() {
            return ResponseEntity.ok()
                    .eTag("v1")
                    .cacheControl(CacheControl.noCache())
                    .body("page");
        }

        @PostMapping("/local/form")
        Mono<String> form(ServerWebExchange exchange) {
            return exchange.getFormData().map(form -> "name " + form.getFirst("name"));
        }

        @PostMapping("/local/model")
        String model(@ModelAttribute Named named) {
            return "name " + named.name();
        }

        @PostMapping("/local/parts")
        Mono<String> parts(ServerWebExchange exchange) {
            return exchange.getMultipartData().map(parts -> "parts " + parts.keySet());
        }

        @PostMapping("/local/search")
        Mono<ResponseEntity<String>> search(ServerWebExchange exchange) {
            return exchange.getFormData()
                    .map(form -> ResponseEntity.ok()
                            .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                            .body("found " + form.getFirst("name")));
        }

        @PostMapping("/local/files")
        Mono<String> files(ServerWebExchange exchange) {
            return exchange.getMultipartData()
                    .flatMap(parts -> DataBufferUtils.join(parts.getFirst("a").content()))
                    .map(content -> {
                        String said = "octets " + content.readableByteCount() + ", file "
                                + !uncheckedFiles().isEmpty();
                        DataBufferUtils.release(content);
                        return said;
                    });
        }

        private static Set<Path> uncheckedFiles() {
            try {
                return LocalHandlersTest.files();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        @GetMapping("/local/session")
        ResponseEntity<String> session(WebSession session, ServerHttpRequest request) {
            int number = session.getAttributeOrDefault("number", sessions.incrementAndGet());
            session.getAttributes().put("number", number);
            return ResponseEntity.ok()
                    .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                    .body("session " + number);
        }

        @GetMapping("/local/token")
        Mono<ResponseEntity<String>> token(
                ServerWebExchange exchange,
                @RequestParam(defaultValue = "max-age=60") String said,
                @RequestParam(defaultValue = "X-None") String vary) {
            Mono<String> token = exchange.getRequiredAttribute("token");
            return token.map(made -> ResponseEntity.ok()
                    .header("Cache-Control", said)
                    .header("Vary", vary)
                    .body(made));
        }

        @GetMapping("/local/says")
        ResponseEntity<String> says(@RequestParam String said) {
            return ResponseEntity.ok().header("Cache-Control", said).body("page");
        }

        @GetMapping("/local/own")
        ResponseEntity<String> own(@CookieValue String user) {
            return ResponseEntity.ok()
                    .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                    .body("page of " + user);
        }

        @GetMapping("/local/renewed")
        Mono<ResponseEntity<String>> renewed(WebSession session) {
            return session.changeSessionId().thenReturn(page(session));
        }

        @GetMapping("/local/ended")
        Mono<ResponseEntity<String>> ended(WebSession session) {
            return session.invalidate().thenReturn(page(session));
        }

        private ResponseEntity<String> page(WebSession session) {
            return ResponseEntity.ok()
                    .cacheControl(CacheControl.maxAge(Duration.ofMinutes(1)))
                    .body("page " + sessions.incrementAndGet() + " of " + session.getAttribute("number"));
        }
    }
}
