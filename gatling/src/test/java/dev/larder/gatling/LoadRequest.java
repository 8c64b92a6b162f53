package dev.larder.gatling;

import java.util.OptionalLong;

/**
 * One request that a scenario sends.
 *
 * @param target path and query
 * @param content what is sent with it, empty for reads
 * @param length bytes that the body of its answer must have, where that is known
 */
record LoadRequest(String method, String target, String content, OptionalLong length) {

    static LoadRequest get(String target) {
        return new LoadRequest("GET", target, "", OptionalLong.empty());
    }

    static LoadRequest get(String target, long length) {
        return new LoadRequest("GET", target, "", OptionalLong.of(length));
    }

    /** A write, with content that any JSON API can parse. */
    static LoadRequest write(String method, String target) {
        return write(method, target, "{\"written\":true}");
    }

    static LoadRequest write(String method, String target, String content) {
        return new LoadRequest(method, target, content, OptionalLong.empty());
    }

    /** The same call for a target that differs in its query. */
    LoadRequest marked(String parameter) {
        return new LoadRequest(method, target + (target.contains("?") ? '&' : '?') + parameter, content, length);
    }

    /** GET and HEAD: what caches answer. */
    boolean reads() {
        return method.equals("GET") || method.equals("HEAD");
    }

    /** What is read or written, whatever form of it the query asks for. */
    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }
}
