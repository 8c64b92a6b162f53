package dev.larder.gateway.exchange;

import dev.larder.rfc9111.HeaderFields;
import java.util.Optional;

/** The content of one version of a resource. Each octet depends on all of its properties, so that mixtures are recognised. */
record VersionedContent(int key, int version, int variant, int length) {

    /** The field in which every response names its content; not in a 304. */
    static final String FIELD = "X-Content";

    private static final int MULTIPLIER = 0x9E3779B9;

    /** Returns the content that a response names; empty if it names none. */
    static Optional<VersionedContent> named(HeaderFields fields) {
        return fields.first(FIELD).map(VersionedContent::of);
    }

    /** Returns the content with this name or entity tag. */
    static VersionedContent of(String name) {
        String[] parts = name.replace("\"", "").split("-");
        return new VersionedContent(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]));
    }

    String name() {
        return key + "-" + version + "-" + variant + "-" + length;
    }

    String entityTag() {
        return "\"" + name() + "\"";
    }

    byte[] octets() {
        byte[] octets = new byte[length];
        int state = hashCode();
        for (int i = 0; i < length; i++) {
            state += MULTIPLIER;
            octets[i] = (byte) ((state ^ (state >>> 15)) >>> 8);
        }
        return octets;
    }
}
