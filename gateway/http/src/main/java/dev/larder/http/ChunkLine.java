package dev.larder.http;

import io.netty.buffer.ByteBuf;

/**
 * Reads the line before a chunk: its size, and extensions, which must be well-formed although they are ignored (RFC
 * 9112 7.1). Reads one line at a time; an incomplete line is not malformed yet.
 */
final class ChunkLine {

    /** Digits of a 64-bit size. Chunks of more than 31 bits do not occur, and Netty does not read them. */
    private static final int MAX_DIGITS = 16;

    private static final int LINE_END = 2;

    private static final String SIGNS_OF_TOKENS = "!#$%&'*+-.^_`|~";

    private enum Place {
        SIZE,
        BEFORE_EXTENSION,
        BEFORE_NAME,
        NAME,
        BEHIND_NAME,
        BEFORE_VALUE,
        TOKEN,
        QUOTED,
        ESCAPED,
        BEHIND_QUOTED,
        FEED,
        END,
        NOWHERE
    }

    private Place place = Place.SIZE;
    private int length;
    private int digits;
    private long size;

    private ChunkLine() {}

    /** Reads octets from the first one on, at most up to the end of the line. */
    static ChunkLine in(ByteBuf octets) {
        var line = new ChunkLine();
        int end = octets.writerIndex();
        for (int i = octets.readerIndex(); i < end && !line.isWhole() && !line.isBad(); i++) {
            line.place = line.next(octets.getByte(i));
            line.length++;
        }
        return line;
    }

    /** Whether the line is malformed, whatever follows. */
    boolean isBad() {
        return place == Place.NOWHERE;
    }

    /** Whether the line is complete. */
    boolean isWhole() {
        return place == Place.END;
    }

    /** Returns the octets of the chunk; 0 for the last one. */
    long size() {
        return size;
    }

    /** Returns the octets of the line, including its end. */
    int length() {
        return length;
    }

    /** Returns the octets of a complete line beside its size and end. */
    int extensions() {
        return length - digits - LINE_END;
    }

    private Place next(byte octet) {
        return switch (place) {
            case SIZE -> ofSize(octet);
            case BEFORE_EXTENSION -> isBlank(octet) ? place : octet == ';' ? Place.BEFORE_NAME : Place.NOWHERE;
            case BEFORE_NAME -> isBlank(octet) ? place : isOfToken(octet) ? Place.NAME : Place.NOWHERE;
            case NAME -> isOfToken(octet) ? place : isBlank(octet) ? Place.BEHIND_NAME : behindName(octet);
            case BEHIND_NAME -> isBlank(octet) ? place : octet == '\r' ? Place.NOWHERE : behindName(octet);
            case BEFORE_VALUE -> isBlank(octet) ? place : ofValue(octet);
            case TOKEN -> isOfToken(octet) ? place : behindExtension(octet);
            case QUOTED -> octet == '"' ? Place.BEHIND_QUOTED : octet == '\\' ? Place.ESCAPED : quoted(octet);
            case ESCAPED -> quoted(octet);
            case BEHIND_QUOTED -> behindExtension(octet);
            case FEED -> octet == '\n' ? Place.END : Place.NOWHERE;
            case END, NOWHERE -> place;
        };
    }

    private Place ofSize(byte octet) {
        int digit = Character.digit(octet, 16);
        if (digit >= 0) {
            size = (size << 4) | digit;
            digits++;
            return digits > MAX_DIGITS || size > Integer.MAX_VALUE ? Place.NOWHERE : Place.SIZE;
        }
        return digits == 0 ? Place.NOWHERE : behindExtension(octet);
    }

    private static Place ofValue(byte octet) {
        return octet == '"' ? Place.QUOTED : isOfToken(octet) ? Place.TOKEN : Place.NOWHERE;
    }

    private static Place behindName(byte octet) {
        return octet == '=' ? Place.BEFORE_VALUE : behindExtension(octet);
    }

    private static Place behindExtension(byte octet) {
        if (isBlank(octet)) {
            return Place.BEFORE_EXTENSION;
        }
        return octet == ';' ? Place.BEFORE_NAME : octet == '\r' ? Place.FEED : Place.NOWHERE;
    }

    private static Place quoted(byte octet) {
        return FieldLines.isControl(octet) ? Place.NOWHERE : Place.QUOTED;
    }

    private static boolean isBlank(byte octet) {
        return octet == ' ' || octet == '\t';
    }

    private static boolean isOfToken(byte octet) {
        return (octet >= 'a' && octet <= 'z')
                || (octet >= 'A' && octet <= 'Z')
                || (octet >= '0' && octet <= '9')
                || SIGNS_OF_TOKENS.indexOf(octet) >= 0;
    }
}
