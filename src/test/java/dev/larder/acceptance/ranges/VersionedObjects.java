package dev.larder.acceptance.ranges;

import dev.larder.acceptance.kit.GeneratedContent;
import dev.larder.acceptance.kit.ReceivedRequest;
import dev.larder.acceptance.kit.ResponseScript;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Large objects of an origin, each of which may change, and of which it sends ranges; counts the octets that it is asked to send. */
final class VersionedObjects {

    private static final Pattern RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");
    private static final Pattern TAG = Pattern.compile("\"(.*)-(\\d+)-(\\d+)\"");

    private final String name;
    private final long length;
    private final AtomicIntegerArray versions;
    private final AtomicLong octets = new AtomicLong();

    /** @param length octets of each */
    VersionedObjects(String name, int count, long length) {
        this.name = name;
        this.length = length;
        this.versions = new AtomicIntegerArray(count);
    }

    long length() {
        return length;
    }

    int count() {
        return versions.length();
    }

    String path(int number) {
        return "/" + name + "-" + number + "/object";
    }

    /** Gives an object another content, of the same length. */
    void change(int number) {
        versions.incrementAndGet(number);
    }

    int version(int number) {
        return versions.get(number);
    }

    /** Returns the version that a response names; fails if it is of another object. */
    static int version(String tag, String name, int number) {
        Matcher parts = TAG.matcher(tag);
        if (!parts.matches() || !parts.group(1).equals(name) || !parts.group(2).equals(Integer.toString(number))) {
            throw new AssertionError(tag + " is none of " + name + " " + number);
        }
        return Integer.parseInt(parts.group(3));
    }

    GeneratedContent content(int number, int version) {
        return GeneratedContent.of(name + "-" + number + "-" + version, length);
    }

    /** Returns the octets of all contents that responses have announced, those included that were not received to their end. */
    long octets() {
        return octets.get();
    }

    /** The origin's response (RFC 9110 13.2.2 and 14). */
    ResponseScript answer(ReceivedRequest request) {
        int number = Integer.parseInt(request.path().replaceAll("^/" + name + "-|/object$", ""));
        int version = version(number);
        String tag = "\"" + name + "-" + number + "-" + version + "\"";
        GeneratedContent content = content(number, version);
        Matcher range = RANGE.matcher(request.fields().get("Range"));
        String[] fields = {"ETag", tag, "Cache-Control", "max-age=3600", "Accept-Ranges", "bytes"};
        if (request.fields().get("If-None-Match").equals(tag)) {
            return ResponseScript.status(304, fields);
        }
        boolean ifRange = !request.fields().has("If-Range")
                || request.fields().get("If-Range").equals(tag);
        if (!range.matches() || !ifRange) {
            octets.addAndGet(length);
            return ResponseScript.status(200, fields).part(content);
        }
        boolean suffix = range.group(1).isEmpty();
        long first = suffix ? length - Long.parseLong(range.group(2)) : Long.parseLong(range.group(1));
        long last =
                suffix || range.group(2).isEmpty() ? length - 1 : Math.min(length - 1, Long.parseLong(range.group(2)));
        octets.addAndGet(last + 1 - first);
        String enclosed = "bytes " + first + "-" + last + "/" + length;
        return ResponseScript.status(206, "Content-Range", enclosed, "ETag", tag, "Cache-Control", "max-age=3600")
                .part(content.slice(first, last + 1));
    }
}
