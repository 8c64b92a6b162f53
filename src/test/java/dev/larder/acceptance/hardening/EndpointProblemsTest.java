package dev.larder.acceptance.hardening;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.RawClient;
import dev.larder.acceptance.kit.RawFields;
import dev.larder.acceptance.kit.ReceivedResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong with a request to an endpoint is said as a problem detail (RFC 9457), with the reason and never in halves. */
@Tag("extensions")
class EndpointProblemsTest {

    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(
            builder -> OperatorClient.admitted(builder).property("larder.actuate.write-enabled", true));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /actuator/larder | application/json | {\"purge\": | 400 | no JSON object",
                "POST | /actuator/larder | application/json | [1] | 400 | no JSON object",
                "POST | /actuator/larder | application/json | nonsense | 400 | no JSON object",
                "POST | /actuator/larder | application/json | \"url\" | 400 | no JSON object",
                "POST | /actuator/larder | application/json | {\"purge\":{\"a\":[1]}} | 400 | ",
                "POST | /actuator/larder | text/plain | a | 415 | application/json",
                "POST | /actuator/larder | application/xml | <a/> | 415 | application/json",
                "PUT | /actuator/larder | application/json | {} | 405 | GET, POST",
                "DELETE | /actuator/larder | application/json | {} | 405 | GET, POST",
                "GET | /actuator/larder/key | | | 400 | names no URL",
                "GET | /actuator/larder/none | | | 404 | no such view",
                "POST | /actuator/larderadvisor | application/json | {} | 405 | GET",
                "PUT | /actuator/larderttl | application/json | {} | 405 | GET",
                "POST | /actuator/larderdryrun | text/plain | a | 405 | GET"
            })
    void reportsErrorAsProblemDetailWithReason(
            String method, String target, String type, String content, int status, String reason) {
        ReceivedResponse response = send(method, target, type, content == null ? "" : content, "*/*");

        assertThat(response.status()).isEqualTo(status);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.content())
                .contains("\"type\":\"about:blank\"", "\"status\":" + status, reason == null ? "" : reason)
                .containsPattern("\"title\":\"[^\"]+\"")
                .containsPattern("\"detail\":\"[^\"]+");
    }

    @Test
    void listsAllowedMethodsOfEndpoint() {
        ReceivedResponse response = send("PUT", "/actuator/larder", "application/json", "{}", "*/*");
        assertThat(response.fields().all("Allow").toString()).contains("GET", "POST");
    }

    @Test
    void listsSupportedMediaTypesOnNotAcceptable() {
        ReceivedResponse response = send("GET", "/actuator/larder", null, "", "image/png");
        assertThat(response.status()).isEqualTo(406);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.content()).contains("application/json");
    }

    @Test
    void reportsTooLargeContentAsProblem() {
        String large = "{\"purge\":\"" + "a".repeat(400_000) + "\"}";
        ReceivedResponse response = send("POST", "/actuator/larder", "application/json", large, "*/*");
        assertThat(response.status()).isEqualTo(413);
        assertThat(response.field("Content-Type")).isEqualTo("application/problem+json");
        assertThat(response.content()).contains("larger than");
    }

    private static ReceivedResponse send(String method, String target, String type, String content, String accept) {
        int port =
                STAGE.gateway().context().getEnvironment().getRequiredProperty("local.management.port", Integer.class);
        RawFields fields = RawFields.of("Host", "127.0.0.1", "Accept", accept);
        if (type != null) {
            fields = fields.and(
                    RawFields.of("Content-Type", type, "Content-Length", Integer.toString(content.length())));
        }
        try (RawClient client = RawClient.connect(port)) {
            return client.send(RawClient.head(method, target, fields) + content).read(method);
        }
    }
}
