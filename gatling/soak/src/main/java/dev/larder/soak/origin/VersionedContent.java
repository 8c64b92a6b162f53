package dev.larder.soak.origin;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/** A content says in its first line what it is, in which version, how long the rest is, and the rest's checksum. */
public final class VersionedContent {

    private static final int PIECE = 1 << 20;
    private static final byte[] RANDOM = random();
    private static final Pattern FIRST_LINE =
            Pattern.compile("key=(\\S+) version=(\\d+) length=(\\d+) crc=([0-9a-f]{8})");
    private static final int LONGEST_LINE = 1_000;

    private VersionedContent() {}

    /** Of so many bytes, and its first line. */
    public static byte[] of(String key, long version, int size) {
        var begin = Math.floorMod(31L * key.hashCode() + version, PIECE - size);
        var crc = crc(RANDOM, begin, size);
        var line = String.format("key=%s version=%d length=%d crc=%08x\n", key, version, size, crc)
                .getBytes(StandardCharsets.US_ASCII);
        var content = new byte[line.length + size];
        System.arraycopy(line, 0, content, 0, line.length);
        System.arraycopy(RANDOM, begin, content, line.length, size);
        return content;
    }

    /** What is wrong with a content that is to be that of the key, in a version from the least to the last; nothing if it is right. */
    public static Optional<String> fault(byte[] content, String key, long least, long last) {
        var end = endOfLine(content);
        var line = new String(content, 0, end, StandardCharsets.US_ASCII);
        var found = FIRST_LINE.matcher(line);
        if (!found.matches()) {
            return Optional.of("it does not say what it is: " + line);
        }
        if (!found.group(1).equals(key)) {
            return Optional.of("it is that of " + found.group(1));
        }
        var version = Long.parseLong(found.group(2));
        if (version < least || version > last) {
            return Optional.of("it has version " + version + " and not " + least + " to " + last);
        }
        var length = content.length - end - 1;
        if (Long.parseLong(found.group(3)) != length) {
            return Optional.of("it has " + length + " bytes and not " + found.group(3));
        }
        return Long.parseLong(found.group(4), 16) == crc(content, end + 1, length)
                ? Optional.empty()
                : Optional.of("its bytes are not those of its checksum");
    }

    private static int endOfLine(byte[] content) {
        var most = Math.min(content.length, LONGEST_LINE);
        for (var at = 0; at < most; at++) {
            if (content[at] == '\n') {
                return at;
            }
        }
        return most;
    }

    private static long crc(byte[] bytes, int begin, int length) {
        var crc = new CRC32();
        crc.update(bytes, begin, length);
        return crc.getValue();
    }

    private static byte[] random() {
        var bytes = new byte[PIECE];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}
