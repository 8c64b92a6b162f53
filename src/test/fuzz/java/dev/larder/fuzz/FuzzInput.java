package dev.larder.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The octets of one input, taken from the front; zeros behind its end. */
public final class FuzzInput {

    private final byte[] octets;
    private int at;

    private FuzzInput(byte[] octets) {
        this.octets = octets;
    }

    /** Of these octets. */
    public static FuzzInput of(byte[] octets) {
        return new FuzzInput(octets);
    }

    /** Whether anything is left. */
    public boolean hasMore() {
        return at < octets.length;
    }

    /** The next octet, unsigned. */
    public int octet() {
        return hasMore() ? octets[at++] & 0xff : 0;
    }

    /** Whether the next octet is odd. */
    public boolean flag() {
        return (octet() & 1) == 1;
    }

    /** A number from 0 on that is less than this; of one octet, or of two. */
    public int below(int bound) {
        int number = bound > 0x100 ? octet() << 8 | octet() : octet();
        return bound <= 0 ? 0 : number % bound;
    }

    /** The next eight octets as a number. */
    public long number() {
        long number = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            number = number << Byte.SIZE | octet();
        }
        return number;
    }

    /** One of these. */
    public <T> T oneOf(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /** A line as a field value can have it: Latin-1, without its end, without NUL and CR. */
    public String line() {
        int end = at;
        while (end < octets.length && octets[end] != '\n') {
            end++;
        }
        String line = new String(octets, at, end - at, StandardCharsets.ISO_8859_1);
        at = Math.min(octets.length, end + 1);
        return line.replace('\0', ' ').replace('\r', ' ');
    }

    /** All lines that are left. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        while (hasMore()) {
            lines.add(line());
        }
        return lines;
    }

    /** Octets with their number in front. */
    public byte[] bytes() {
        int length = Math.min(octet(), octets.length - at);
        at += length;
        return Arrays.copyOfRange(octets, at - length, at);
    }

    /** A short text: octets with their number in front, as Latin-1. */
    public String text() {
        return new String(bytes(), StandardCharsets.ISO_8859_1);
    }

    /** Whatever is left. */
    public byte[] rest() {
        byte[] rest = Arrays.copyOfRange(octets, at, octets.length);
        at = octets.length;
        return rest;
    }
}
