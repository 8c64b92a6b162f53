package dev.larder.gatling;

import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What came back for a call.
 *
 * @param floor the version that was known to be written before the call was sent
 * @param cacheStatus all members of Cache-Status, empty if there were none
 * @param origin Demo-Answer: which answer of the demo origin this is, empty for other origins
 * @param length bytes of the body
 * @param version the version that the body carries, if it does
 */
record LoadResponse(
        LoadRequest call, long floor, String cacheStatus, String origin, long length, OptionalLong version) {

    /** A JSON object that begins with its version, as the demo's items do. */
    private static final Pattern VERSION = Pattern.compile("^\\s*\\{\\s*\"version\"\\s*:\\s*(\\d{1,18})\\s*[,}]");

    /** The version in the head of a body; empty where the origin says none, and nothing can be checked. */
    static OptionalLong version(String head) {
        var matcher = VERSION.matcher(head);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
