package dev.larder.fuzz;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Everything that is fuzzed: readers of what clients, origins, members, operators and disks bring. */
public enum FuzzTarget {
    /** Directives of requests and responses, targeted ones too. */
    CACHE_CONTROL("rfc9111"),
    /** Dictionaries and lists of RFC 9651, and what we write in their form. */
    STRUCTURED_FIELD("rfc9111"),
    /** ETag, If-None-Match. */
    ENTITY_TAG("rfc9111"),
    /** Date, Expires, Last-Modified, Age. */
    DATE("rfc9111"),
    /** Range, Content-Range, and what is answered by them. */
    RANGE("rfc9111"),
    /** Vary and selecting fields. */
    VARY("rfc9111"),
    /** Random requests and random answers of an origin, before a model of what a shared cache must not do. */
    SCENARIO("rfc9111"),
    /** Octets of a connection as a request. */
    REQUEST("http"),
    /** Targets of requests. */
    REQUEST_TARGET("http"),
    /** Keys, their bytes, and the queries in them. */
    CACHE_KEY("fuzz"),
    /** Paths, tags, cache groups: whatever a write reaches. */
    TAG("fuzz"),
    /** Stored responses as bytes. */
    RESPONSE_CODEC("gateway.store"),
    /** Entries between members. */
    ENVELOPE("cluster.store"),
    /** Records of the index on disk. */
    DISK_RECORD("disk.store"),
    /** A folder on disk that was damaged, opened again. */
    DISK_FOLDER("fuzz"),
    /** What members tell each other of writes. */
    CLUSTER_MESSAGE("fuzz"),
    /** Records of acknowledged writes. */
    WRITE_ENTRY("writes.buffer"),
    /** Segments of the log of acknowledged writes, damaged, opened again. */
    SEGMENT_LOG("journal"),
    /** Purges of operators, and on their way to other members. */
    PURGE("gateway.actuate"),
    /** Requests by remote procedure call. */
    RPC_REQUEST("rpc");

    private final String room;

    FuzzTarget(String room) {
        this.room = room;
    }

    /** By which it is chosen, and its inputs are found. */
    public String title() {
        return Arrays.stream(name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .reduce("", String::concat);
    }

    /** The class with the method that takes an input. */
    public String className() {
        return "dev.larder." + room + "." + title() + "Fuzz";
    }

    /** Takes one input. */
    public void take(byte[] octets) throws Throwable {
        entrance().invokeExact(octets);
    }

    private MethodHandle entrance() throws ReflectiveOperationException {
        return MethodHandles.lookup()
                .findStatic(
                        Class.forName(className()),
                        "fuzzerTestOneInput",
                        MethodType.methodType(void.class, byte[].class));
    }

    /**
     * Those of these titles, parted by commas; all if it names none.
     *
     * @throws IllegalArgumentException if one of them is not there
     */
    public static List<FuzzTarget> named(String titles) {
        if (titles.isBlank()) {
            return List.of(values());
        }
        return Arrays.stream(titles.split(","))
                .map(title -> Arrays.stream(values())
                        .filter(target -> target.title().equalsIgnoreCase(title.strip()))
                        .findAny()
                        .orElseThrow(() -> new IllegalArgumentException("there is no target " + title + "; there are "
                                + Arrays.stream(values()).map(FuzzTarget::title).toList())))
                .toList();
    }
}
