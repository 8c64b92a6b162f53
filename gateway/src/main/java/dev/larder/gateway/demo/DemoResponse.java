package dev.larder.gateway.demo;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A response of the demo's APIs; fields keep their order, Date and Content-Length are added where it is sent.
 *
 * @param padding blanks to send after the content, which JSON allows: a body may be long without being held
 */
record DemoResponse(int status, Map<String, String> fields, String content, long padding) {

    static DemoResponse of(int status) {
        return new DemoResponse(status, Map.of(), "", 0);
    }

    /** The same response with one more field. */
    DemoResponse with(String name, String value) {
        var more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return new DemoResponse(status, more, content, padding);
    }

    /** The same response with content of this media type. */
    DemoResponse content(String mediaType, String value) {
        return new DemoResponse(status, fields, value, padding).with("Content-Type", mediaType);
    }

    /** The same response with its content, of one byte per character, filled up to that length. */
    DemoResponse padded(long length) {
        return new DemoResponse(status, fields, content, Math.max(0, length - content.length()));
    }
}
