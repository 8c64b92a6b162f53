package dev.larder.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.rfc9111.HeaderFields;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class SentContentTest {

    private static final int LIMIT = 64 * 1024;

    private final SentContent sent = new SentContent();

    private void add(ByteBuf piece) {
        sent.add(piece);
        piece.release();
    }

    @Test
    void keepsContentUpToItsLimit() {
        ByteBuf whole = Unpooled.buffer(LIMIT).writeZero(LIMIT);
        add(whole);
        sent.add(HeaderFields.EMPTY);
        assertThat(sent.isWhole()).isTrue();
        assertThat(sent.parts()).hasSize(2);
        sent.release();
        assertThat(whole.refCnt()).isZero();
    }

    @Test
    void keepsNothingOnceLimitIsExceeded() {
        ByteBuf half = Unpooled.buffer(LIMIT).writeZero(LIMIT / 2 + 1);
        ByteBuf large = Unpooled.buffer(1 << 20).writeZero(1 << 20);
        sent.add(half);
        sent.add(half);
        for (int i = 0; i < 1 << 12; i++) {
            sent.add(large);
        }
        sent.add(HeaderFields.EMPTY);
        assertThat(sent.isWhole()).isFalse();
        assertThat(sent.parts()).isEmpty();
        assertThat(half.refCnt()).isEqualTo(1);
        assertThat(large.refCnt()).isEqualTo(1);
        half.release();
        large.release();
    }
}
