package dev.larder.cache.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 (<a href="https://doi.org/10.1007/978-3-642-34931-7_28">Aumasson, Bernstein: SipHash</a>): a keyed hash
 * for tables. Without the key, inputs that collide more often than by chance cannot be found.
 */
final class SipHash {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private long v0;
    private long v1;
    private long v2;
    private long v3;

    private SipHash(long k0, long k1) {
        v0 = k0 ^ 0x736f_6d65_7073_6575L;
        v1 = k1 ^ 0x646f_7261_6e64_6f6dL;
        v2 = k0 ^ 0x6c79_6765_6e65_7261L;
        v3 = k1 ^ 0x7465_6462_7974_6573L;
    }

    /** Returns the hash of these bytes under the key of the words k0 and k1. */
    static long of(long k0, long k1, byte[] bytes) {
        var state = new SipHash(k0, k1);
        int whole = bytes.length & -Long.BYTES;
        for (int at = 0; at < whole; at += Long.BYTES) {
            state.compress((long) WORDS.get(bytes, at));
        }
        long last = (long) bytes.length << 56;
        for (int at = whole; at < bytes.length; at++) {
            last |= (bytes[at] & 0xffL) << (8 * (at - whole));
        }
        state.compress(last);
        return state.finish();
    }

    private void compress(long word) {
        v3 ^= word;
        round();
        round();
        v0 ^= word;
    }

    private long finish() {
        v2 ^= 0xff;
        round();
        round();
        round();
        round();
        return v0 ^ v1 ^ v2 ^ v3;
    }

    private void round() {
        v0 += v1;
        v2 += v3;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v1;
        v0 += v3;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 = Long.rotateLeft(v2, 32);
    }
}
