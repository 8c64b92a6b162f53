package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** A write is acknowledged with all that its client has sent, or not: a filter of the application may have read the content before. */
class ContentReadBeforeTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String PARTS = "multipart/form-data; boundary=boundary";

    @TempDir
    private static Path folder;

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> {
        OperatorClient.admitted(builder)
                .with(Readers.class)
                .property("larder.actuate.write-enabled", true)
                .property("larder.writes.path", folder)
                .property("larder.rules.orders.buffer.methods", "POST")
                .property("larder.rules.orders.buffer.flush-interval", "1h");
        List<String> filters = List.of("BufferedWrites=orders", "Cache=orders");
        for (int i = 0; i < filters.size(); i++) {
            String route = "spring.cloud.gateway.server.webflux.routes[" + i + "].";
            builder.property(route + "id", "orders" + i)
                    .property(route + "uri", "${larder.origin}")
                    .property(route + "predicates[0]", "Path=/orders" + i + "/**")
                    .property(route + "filters[0]", filters.get(i));
        }
        return builder;
    });

    /** Filters that read content for themselves, as one of Spring Security does that looks for its token in a form. */
    @Configuration(proxyBeanMethods = false)
    static class Readers {

        @Bean
        WebFilter reader() {
            return (exchange, chain) -> read(exchange).then(chain.filter(exchange));
        }

        private static Mono<?> read(ServerWebExchange exchange) {
            String what = exchange.getRequest().getHeaders().getFirst("X-Reads");
            return switch (String.valueOf(what)) {
                case "form" -> exchange.getFormData();
                case "parts" -> exchange.getMultipartData();
                case "octets" ->
                    exchange.getRequest()
                            .getBody()
                            .doOnNext(DataBufferUtils::release)
                            .then();
                default -> Mono.empty();
            };
        }
    }

    private final String path = UniquePath.next();

    @ParameterizedTest
    @CsvSource({
        "/orders0, form, true",
        "/orders0, form, false",
        "/orders0, parts, true",
        "/orders0, parts, false",
        "/orders0, octets, true",
        "/orders1, form, true",
        "/orders1, form, false",
        "/orders1, parts, true",
        "/orders1, parts, false",
        "/orders1, octets, true"
    })
    void doesNotAcknowledgeWriteWhoseContentFilterHasRead(String route, String reads, boolean announced) {
        STAGE.gateway().expect(500);
        String type = reads.equals("parts") ? PARTS : FORM;
        String content = reads.equals("parts")
                ? "--boundary\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--boundary--\r\n"
                : "name=a";
        assertThat(post(route, type, content, announced, reads).status()).isEqualTo(500);
        assertThat(post(route, type, content, announced, "nothing").status()).isEqualTo(202);
    }

    @Test
    void acknowledgesWriteWithoutContentDespiteReadingFilter() {
        for (boolean announced : new boolean[] {true, false}) {
            assertThat(post("/orders0", FORM, "", announced, "form").status()).isEqualTo(202);
        }
    }

    @Test
    void deliversAcknowledgedContent() {
        STAGE.origin().on("/orders0" + path, ResponseScript.status(201));
        for (boolean announced : new boolean[] {true, false}) {
            assertThat(post("/orders0", FORM, "name=a", announced, "nothing").status())
                    .isEqualTo(202);
        }
        OperatorClient.of(STAGE.gateway()).order("flush", "");
        assertThat(STAGE.origin().await("/orders0" + path, 2))
                .extracting(request -> request.body())
                .containsOnly("name=a");
    }

    private ReceivedResponse post(String route, String type, String content, boolean announced, String reads) {
        RawFields length = announced
                ? RawFields.of("Content-Length", String.valueOf(content.length()))
                : RawFields.of("Transfer-Encoding", "chunked");
        String body = announced ? content : (content.isEmpty() ? "" : RawClient.chunk(content)) + "0\r\n\r\n";
        try (RawClient client = STAGE.gateway().connect()) {
            return client.send(RawClient.head(
                                    "POST",
                                    route + path,
                                    RawFields.of("Content-Type", type, "X-Reads", reads)
                                            .and(length))
                            + body)
                    .read();
        }
    }
}
