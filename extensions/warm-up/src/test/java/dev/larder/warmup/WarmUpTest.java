package dev.larder.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.message.LarderClock;
import dev.larder.warmup.WarmUpProgress.State;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final WarmUp warmUp = new WarmUp(new WarmUp.Limits(1, 1, 1), LarderClock.system());

    /** A source that lists this, or fails. */
    private record Listed(WarmUpListing listing) implements WarmUpSource {

        @Override
        public String name() {
            return "source";
        }

        @Override
        public WarmUpListing read(int most) {
            return listing;
        }
    }

    @Test
    void logsEntriesAndPartsLeftOut(CapturedOutput output) throws InterruptedException {
        var nowhere = new WarmUpClient.GatewayAddress(InetSocketAddress.createUnresolved("gateway.invalid", 80), false);
        warmUp.start(
                List.of(new Listed(new WarmUpListing(List.of(), 3, List.of("/b.xml: cut\noff")))),
                new WarmUpClient(nowhere, 1, Map.of(), ""));
        assertThat(warmUp.await(LONG)).isTrue();
        assertThat(output)
                .contains("0 targets from the source; 3 of its entries are left out")
                .contains("a part of the source cannot be read (/b.xml: cut off)")
                .contains("nothing in the source can be requested");
    }

    private record Source(Throwable fault) implements WarmUpSource {

        @Override
        public String name() {
            return "source";
        }

        @Override
        public WarmUpListing read(int most) throws IOException {
            if (fault instanceof Error error) {
                throw error;
            }
            throw new IOException(fault);
        }
    }

    @Test
    void endsAsAbandonedAfterError() throws InterruptedException {
        start(new StackOverflowError());
        assertThat(warmUp.await(LONG)).isTrue();
        assertThat(warmUp.progress().state()).isEqualTo(State.ABANDONED);
    }

    @Test
    void logsExceptionOnSingleLine(CapturedOutput output) throws InterruptedException {
        start(new IllegalStateException("one\r\ntwo"));
        assertThat(warmUp.await(LONG)).isTrue();
        assertThat(warmUp.progress().state()).isEqualTo(State.COMPLETE);
        assertThat(output).contains("one two");
    }

    private void start(Throwable fault) {
        var nowhere = new WarmUpClient.GatewayAddress(InetSocketAddress.createUnresolved("gateway.invalid", 80), false);
        warmUp.start(List.of(new Source(fault)), new WarmUpClient(nowhere, 1, Map.of(), ""));
    }
}
