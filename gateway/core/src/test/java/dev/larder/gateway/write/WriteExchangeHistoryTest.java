package dev.larder.gateway.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.exchange.ExchangeFixture;
import dev.larder.gateway.exchange.ExchangeFixture.Client;
import dev.larder.gateway.exchange.ManualCall;
import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** RFC 9111 4.4, whatever happens to a write in which order, on its loop and elsewhere. {@code -Dlarder.seed=...} replays a history. */
class WriteExchangeHistoryTest {

    private static final int HISTORIES = 2_000;
    private static final int STEPS = 15;
    private static final String[] FRESH = {"Cache-Control", "max-age=600"};

    @Test
    void randomHistoriesNeverServeReplacedResponseAndAlwaysEnd() {
        Long given = Long.getLong("larder.seed");
        long first = given == null ? System.nanoTime() : given;
        for (long seed = first; seed < first + (given == null ? HISTORIES : 1); seed++) {
            new History(seed).check();
        }
    }

    private static final class History {

        private final long seed;
        private final Random random;
        private final ExchangeFixture fixture = new ExchangeFixture();
        private final ByteBuf content = ExchangeFixture.octets("content");
        private final Set<ManualCall> reads = new HashSet<>();
        private final Client client;
        private @Nullable ManualCall write;
        private boolean inside = true;
        private boolean sent;
        private boolean refused;
        private boolean headed;
        private boolean over;
        private boolean left;

        History(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            fixture.stored("old", FRESH);
            if (random.nextBoolean()) {
                fixture.bus.holdBack();
            }
            this.client = fixture.beginWrite(content);
        }

        void check() {
            for (int i = 0; i < STEPS; i++) {
                findWrite();
                step(random.nextInt(9));
                findWrite();
                mustNotReadOld();
            }
            finish();
            assertThat(left || client.ended || client.brokenOff)
                    .as("ended, seed %d", seed)
                    .isTrue();
            assertThat(content.refCnt()).as("content, seed %d", seed).isZero();
            assertThat(write == null || over || write.cancelled)
                    .as("origin, seed %d", seed)
                    .isTrue();
            answerReads();
            read();
            answerReads();
            assertThat(read()).as("fence, seed %d", seed).isNotNull();
        }

        /** The first request to the origin that is not a read. */
        private void findWrite() {
            for (ManualCall asked : fixture.asked) {
                write = asked.head.method().equals("POST") ? asked : write;
            }
        }

        private void step(int event) {
            switch (event) {
                case 0 -> apply();
                case 1 -> send();
                case 2 -> head(List.of(200, 404, 502).get(random.nextInt(3)));
                case 3 -> answer();
                case 4 -> fail();
                case 5 -> leave();
                case 6 -> fixture.pass(ExchangeFixture.HOLD.dividedBy(2));
                case 7 -> fixture.leaveLoop();
                default -> fixture.runLoop();
            }
            inside = event == 7 ? false : event > 7 || inside;
        }

        private void apply() {
            if (fixture.bus.isWaiting()) {
                fixture.bus.apply();
            }
        }

        /** The origin calls back on the loop only. */
        private boolean isUnderWay() {
            return inside && write != null && !over && !write.cancelled;
        }

        private void send() {
            if (isUnderWay() && !sent) {
                try {
                    write().listener.sending();
                    sent = true;
                } catch (CancellationException prevented) {
                    over = true;
                    write().listener.failed(prevented);
                }
            }
        }

        private void head(int status) {
            if (isUnderWay() && sent && !headed) {
                headed = true;
                refused = status == 404;
                write().head(status, FRESH);
            }
        }

        private void answer() {
            if (isUnderWay() && headed && !write().paused) {
                over = true;
                write().listener.data(ExchangeFixture.octets("done"));
                write().listener.end(HeaderFields.EMPTY);
            }
        }

        private void fail() {
            if (isUnderWay() && !(headed && write().paused)) {
                over = true;
                write().listener.failed(new IOException("broken"));
            }
        }

        private void leave() {
            if (inside && !left && !client.ended && !client.brokenOff) {
                left = true;
                Objects.requireNonNull(client.write).clientLeft();
            }
        }

        private ManualCall write() {
            return Objects.requireNonNull(write);
        }

        /** From the moment on at which the origin may have the request, as long as it has not refused it. */
        private void mustNotReadOld() {
            if (inside && sent && !refused) {
                String content = read();
                assertThat(content == null || !content.equals("old"))
                        .as("seed %d", seed)
                        .isTrue();
            }
        }

        /** Returns what is read from the store; null if the origin has to be asked. */
        private @Nullable String read() {
            Client reader = fixture.begin("GET");
            return reader.ended ? reader.content.toString() : null;
        }

        private void finish() {
            fixture.runLoop();
            inside = true;
            for (int i = 0; i < 5; i++) {
                while (fixture.bus.isWaiting()) {
                    fixture.bus.apply();
                }
                findWrite();
                send();
                head(200);
                while (fixture.bus.isWaiting()) {
                    fixture.bus.apply();
                }
                answer();
                fixture.pass(ExchangeFixture.HOLD);
            }
        }

        private void answerReads() {
            for (ManualCall asked : List.copyOf(fixture.asked)) {
                if (asked != write && !asked.cancelled && reads.add(asked)) {
                    asked.answer(200, "new", FRESH);
                }
            }
        }
    }
}
