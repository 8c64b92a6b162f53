package dev.larder.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9113 10.5: what carries nothing is counted, and time and content give it back. */
class FrameAllowanceTest {

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int END_STREAM = 1;

    private final FrameAllowance allowance = new FrameAllowance(Long.MAX_VALUE - 5);

    @ParameterizedTest
    @ValueSource(ints = {DATA, 2, 3, 4, 5, 6, 7, 8, 9, 16, 255})
    @Tag("hardening-X11")
    void isExceededAboveMaximumNumberOfFrames(int type) {
        receive(FrameAllowance.MOST, type);
        assertThat(allowance.isExceeded()).isFalse();
        receive(1, type);
        assertThat(allowance.isExceeded()).isTrue();
    }

    @Test
    @Tag("hardening-X11")
    void requestsAndContentDoNotUseAllowance() {
        for (int i = 0; i <= FrameAllowance.MOST; i++) {
            allowance.received(HEADERS, END_STREAM, 9);
            allowance.received(DATA, 0, 1);
            allowance.received(DATA, END_STREAM, 0);
        }
        assertThat(allowance.isExceeded()).isFalse();
    }

    @Test
    void allowanceRecoversOverTimeUpToMaximum() {
        receive(FrameAllowance.MOST, 4);
        allowance.at(Long.MAX_VALUE - 5 + TimeUnit.MILLISECONDS.toNanos(9));
        allowance.at(Long.MAX_VALUE - 5 + TimeUnit.SECONDS.toNanos(1));
        receive(FrameAllowance.A_SECOND, 4);
        assertThat(allowance.isExceeded()).isFalse();
        allowance.at(Long.MAX_VALUE - 5 + TimeUnit.DAYS.toNanos(100));
        receive(FrameAllowance.MOST, 4);
        assertThat(allowance.isExceeded()).isFalse();
        receive(1, 4);
        assertThat(allowance.isExceeded()).isTrue();
    }

    @Test
    void onlySentContentRestoresAllowance() {
        receive(FrameAllowance.MOST, 8);
        allowance.sent(4, 0);
        allowance.sent(HEADERS, 20);
        allowance.sent(DATA, 0);
        allowance.sent(DATA, 1);
        receive(FrameAllowance.A_PIECE_SENT, 8);
        assertThat(allowance.isExceeded()).isFalse();
        receive(1, 8);
        assertThat(allowance.isExceeded()).isTrue();
    }

    @Test
    void exceededAllowanceNeverRecovers() {
        receive(FrameAllowance.MOST + 1, 6);
        allowance.at(Long.MAX_VALUE - 5 + TimeUnit.DAYS.toNanos(1));
        allowance.sent(DATA, 1);
        assertThat(allowance.isExceeded()).isTrue();
    }

    private void receive(int frames, int type) {
        for (int i = 0; i < frames; i++) {
            allowance.received(type, 0, 0);
        }
    }
}
