package dev.larder.gateway.exchange;

import dev.larder.rfc9111.ResponseHead;
import java.util.Optional;
import java.util.OptionalLong;

/** The length of its content that the head of a response announces. */
final class AnnouncedLength {

    private static final int DIGITS = 18;

    private AnnouncedLength() {}

    /** Returns the announced length; empty if there is none, or not a plausible one. */
    static OptionalLong of(ResponseHead head) {
        Optional<String> stated = head.fields().first("Content-Length");
        if (stated.isEmpty()) {
            return OptionalLong.empty();
        }
        String text = stated.get();
        boolean digits = !text.isEmpty() && text.length() <= DIGITS;
        for (int i = 0; i < text.length() && digits; i++) {
            digits = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        return digits ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
    }
}
