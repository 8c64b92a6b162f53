package dev.larder.acceptance.writes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.kit.ReceivedResponse;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.writes.WriteSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader sees before a write is acknowledged, from then until its origin has it, and afterwards. */
class PendingWriteReadsTest {

    private static final String JSON = "application/json";

    @TempDir
    private Path folder;

    private BufferedWritesFixture buffering;

    @AfterEach
    void stop() {
        buffering.close();
    }

    private void start(String mode) {
        WriteSettings impatient = WriteSettings.DEFAULT.withFlushTimeout(Duration.ofSeconds(2));
        buffering =
                BufferedWritesFixture.start(folder, impatient, "larder.rules.items.reads-while-write-pending", mode);
        assertThat(read().content()).isEqualTo("after []");
        assertThat(read().hit()).isTrue();
    }

    private ReceivedResponse read() {
        return buffering.gateway.get("/items");
    }

    private void write() {
        assertThat(buffering.post("{\"a\":1}", "Content-Type", JSON).status()).isEqualTo(202);
    }

    private void flush() {
        assertThat(buffering.operator.order("flush", "").content()).contains("\"waiting\":0");
    }

    @Test
    @Tag("hardening-U13")
    void bypassModeReadsFromOriginUntilWriteIsDelivered() {
        start("bypass");
        write();
        for (int i = 0; i < 3; i++) {
            ReceivedResponse during = read();
            assertThat(during.content()).as("what the origin has").isEqualTo("after []");
            assertThat(during.hit()).isFalse();
            assertThat(during.cacheStatus()).contains("fwd=miss").contains("detail=write-pending");
        }
        flush();
        assertThat(read().content()).isEqualTo("after [[{\"a\":1}]]");
        assertThat(read().content()).isEqualTo("after [[{\"a\":1}]]");
        assertThat(read().hit()).isTrue();
    }

    @Test
    void flushFirstModeDeliversWriteBeforeRead() {
        start("flush-first");
        write();
        ReceivedResponse during = read();
        assertThat(during.content()).as("with the write").isEqualTo("after [[{\"a\":1}]]");
        assertThat(read().hit()).isTrue();
        assertThat(buffering.batches()).hasSize(1);
    }

    @Test
    void flushFirstModeReadsFromOriginWhenDeliveryFails() {
        start("flush-first");
        buffering.origin.on("/bulk/items", ResponseScript.status(503));
        write();
        ReceivedResponse during = read();
        assertThat(during.content()).isEqualTo("after []");
        assertThat(during.cacheStatus()).contains("detail=write-pending");
    }

    @Test
    void serveStaleModeServesStoredResponseUntilWriteIsDelivered() {
        start("serve-stale");
        write();
        ReceivedResponse during = read();
        assertThat(during.content()).isEqualTo("after []");
        assertThat(during.hit()).isTrue();
        flush();
        assertThat(read().content()).isEqualTo("after [[{\"a\":1}]]");
        assertThat(read().hit()).isTrue();
    }

    @Test
    void unbufferedWriteDoesNotOvertakeBufferedOnes() {
        start("bypass");
        write();
        buffering.origin.on("/items/1", ResponseScript.status(204));
        assertThat(buffering.gateway.send("DELETE", "/items/1", "").status()).isEqualTo(204);
        assertThat(buffering.batches()).as("delivered before").hasSize(1);
        buffering.origin.on("/bulk/items", ResponseScript.status(503));
        write();
        ReceivedResponse refused = buffering.gateway.expect(503).send("DELETE", "/items/1", "");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.field("Retry-After")).isEqualTo("1");
        assertThat(buffering.origin.count("/items/1")).isEqualTo(1);
    }
}
