package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.GatewayExtension;
import dev.larder.acceptance.kit.OperatorClient;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.TransferEnd;
import dev.larder.acceptance.kit.UniquePath;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An origin may apply a delivery that it has left unanswered after the buffered write is settled. */
class LateEffectOfDeliveryTest {

    private static final ResponseScript SILENCE = ResponseScript.hangUp(TransferEnd.RESET);

    @TempDir
    private static Path folder;

    /** The time in which a delivery of unknown outcome may take effect is longer than any test. */
    @RegisterExtension
    static final GatewayExtension STAGE = GatewayExtension.with(builder -> OperatorClient.admitted(builder)
            .property("larder.invalidation.unknown-write-timeout", "1h")
            .property("larder.actuate.write-enabled", true)
            .property("larder.writes.path", folder)
            .property("larder.rules.items.paths", "/items/**")
            .property("larder.rules.items.buffer.methods", "POST")
            .property("larder.rules.items.buffer.attempts", 2)
            .property("larder.rules.items.buffer.timeout", "1s")
            .property("larder.rules.items.buffer.flush-interval", "50ms")
            .property("larder.rules.parcels.paths", "/parcels/**")
            .property("larder.rules.parcels.buffer.methods", "POST")
            .property("larder.rules.parcels.buffer.bulk", "/bulk/parcels")
            .property("larder.rules.parcels.buffer.attempts", 2)
            .property("larder.rules.parcels.buffer.flush-interval", "50ms"));

    private final AtomicInteger version = new AtomicInteger(1);
    private final AtomicInteger deliveries = new AtomicInteger();

    @AfterEach
    void discardDeadLetters() {
        OperatorClient.of(STAGE.gateway()).order("discard", "all");
    }

    static Stream<ResponseScript> secondAnswers() {
        return Stream.of(SILENCE, ResponseScript.status(400), ResponseScript.status(504));
    }

    @ParameterizedTest
    @MethodSource("secondAnswers")
    void servesNoStateReplacedByLateEffectOfUnansweredDelivery(ResponseScript second) {
        String collection = "/items" + UniquePath.next();
        STAGE.origin()
                .on(
                        collection,
                        request -> request.method().equals("GET")
                                ? current()
                                : deliveries.getAndIncrement() == 0 ? SILENCE : second);
        servesWhatIsCurrentAfterWrite(collection);
    }

    @Test
    void servesNoStateReplacedByLateEffectOfBatchItem() {
        String collection = "/parcels" + UniquePath.next();
        STAGE.origin().on(collection, request -> current());
        STAGE.origin().on("/bulk/parcels", request -> {
            deliveries.incrementAndGet();
            return ResponseScript.status(207).part("[{\"status\":504}]");
        });
        servesWhatIsCurrentAfterWrite(collection);
    }

    private ResponseScript current() {
        return ResponseScript.ok("v" + version.get(), "Cache-Control", "max-age=1000");
    }

    private void servesWhatIsCurrentAfterWrite(String collection) {
        STAGE.origin().on(collection + "/2", ResponseScript.status(204));
        STAGE.gateway().send("POST", collection, "1", "Content-Type", "application/json");
        assertThat(STAGE.gateway().send("DELETE", collection + "/2", "").status())
                .as("a write that waits until the one before is settled")
                .isEqualTo(204);
        assertThat(deliveries).hasValueGreaterThan(1);
        assertThat(STAGE.get(collection).content()).isEqualTo("v1");
        version.set(2);
        assertThat(STAGE.get(collection).content()).isEqualTo("v2");
    }
}
