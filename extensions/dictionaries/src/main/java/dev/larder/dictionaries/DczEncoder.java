package dev.larder.dictionaries;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.util.Native;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** RFC 9842 5: encodes content as dcz, a header with the hash of the dictionary before a Zstandard frame (RFC 8878). */
final class DczEncoder {

    private static final Logger log = LoggerFactory.getLogger(DczEncoder.class);

    private static final byte[] MAGIC = {0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0};

    /** What a formatted dictionary of Zstandard begins with (RFC 8878 5): the library would not take it for raw content. */
    private static final int FORMATTED = 0x37a430ec;

    /** What differs little is found at any level; higher ones cost more than they save. */
    private static final int LEVEL = 6;

    /** Smallest window of the library. */
    private static final int MIN_WINDOW = 10;

    private DczEncoder() {}

    /** Returns whether the library, which is native, runs here. */
    static boolean isAvailable() {
        try {
            Native.load();
            return true;
        } catch (LinkageError e) {
            log.warn("No response is encoded with a dictionary, because zstd-jni does not run here: {}", e.toString());
            return false;
        }
    }

    /** Returns whether content can be a dictionary. */
    static boolean isRaw(byte[] content) {
        return content.length < Integer.BYTES || ByteBuffer.wrap(content).getInt() != FORMATTED;
    }

    /** Returns the encoded content; empty if it is not shorter. */
    static Optional<byte[]> encode(byte[] dictionary, ContentHash hash, byte[] content) {
        byte[] frame;
        try (var context = new ZstdCompressCtx()) {
            int window = window(dictionary.length + content.length);
            context.setLevel(LEVEL).setWindowLog(window).setHashLog(window).setChainLog(window);
            frame = context.setDictID(false).loadDict(dictionary).compress(content);
        }
        byte[] octets = hash.octets();
        int length = MAGIC.length + octets.length + frame.length;
        return length >= content.length
                ? Optional.empty()
                : Optional.of(ByteBuffer.allocate(length)
                        .put(MAGIC)
                        .put(octets)
                        .put(frame)
                        .array());
    }

    /**
     * Returns the binary logarithm of a window, and of tables, in which dictionary and content have room: 2 MB at most, and
     * clients have 8 MB (RFC 9842 5).
     */
    private static int window(int length) {
        return Math.max(MIN_WINDOW, Integer.SIZE - Integer.numberOfLeadingZeros(length - 1));
    }
}
