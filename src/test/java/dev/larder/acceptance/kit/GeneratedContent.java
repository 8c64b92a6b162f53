package dev.larder.acceptance.kit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Content of any length that nobody has to hold: each byte follows from a seed and its position.
 *
 * @param seed contents of different seeds differ
 * @param first the position of the first byte
 * @param length how many bytes
 */
public record GeneratedContent(long seed, long first, long length) {

    private static final int PIECE = 64 * 1024;
    private static final int WORD = 8;

    /** The content of that name and length (bytes). */
    public static GeneratedContent of(String name, long length) {
        return new GeneratedContent(mixed(name.hashCode()), 0, length);
    }

    /** The bytes from the first position to the last, the last not included. */
    public GeneratedContent slice(long from, long to) {
        if (from < 0 || to < from || to > length) {
            throw new IndexOutOfBoundsException(from + " to " + to + " of " + length);
        }
        return new GeneratedContent(seed, first + from, to - from);
    }

    /** All of them, one char per byte; for short ones. */
    public String text() {
        return WireReader.latin1(bytes(0, Math.toIntExact(length)));
    }

    /** The CRC-32 of all of them. */
    public long crc() {
        CRC32 crc = new CRC32();
        forEachPiece(crc::update);
        return crc.getValue();
    }

    /** Hands them over piece by piece. */
    <E extends Exception> void forEachPiece(Taker<E> taker) throws E {
        for (long at = 0; at < length; at += PIECE) {
            taker.take(bytes(at, (int) Math.min(PIECE, length - at)));
        }
    }

    /** Word by word, of which the first and the last may stick out. */
    private byte[] bytes(long from, int count) {
        long position = first + from;
        int before = (int) (position % WORD);
        int words = (before + count + WORD - 1) / WORD;
        var buffer = ByteBuffer.allocate(words * WORD).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < words; i++) {
            buffer.putLong(mixed(seed + position / WORD + i));
        }
        return before == 0 && count == buffer.capacity()
                ? buffer.array()
                : Arrays.copyOfRange(buffer.array(), before, before + count);
    }

    /** The finalizer of SplitMix64. */
    private static long mixed(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** Whoever gets the pieces. */
    @FunctionalInterface
    interface Taker<E extends Exception> {
        /** Takes the next piece. */
        void take(byte[] piece) throws E;
    }
}
