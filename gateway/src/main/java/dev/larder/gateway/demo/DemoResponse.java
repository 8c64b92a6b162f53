package dev.larder.gateway.demo;

import java.util.LinkedHashMap;
import java.util.Map;

/** A response of the learning API; fields keep their order, Date and Content-Length are added where it is sent. */
record DemoResponse(int status, Map<String, String> fields, String content) {

    static DemoResponse of(int status) {
        return new DemoResponse(status, Map.of(), "");
    }

    /** The same response with one more field. */
    DemoResponse with(String name, String value) {
        var more = new LinkedHashMap<>(fields);
        more.put(name, value);
        return new DemoResponse(status, more, content);
    }

    /** The same response with content of this media type. */
    DemoResponse content(String mediaType, String value) {
        return new DemoResponse(status, fields, value).with("Content-Type", mediaType);
    }
}
