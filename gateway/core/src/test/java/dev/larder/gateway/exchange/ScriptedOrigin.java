package dev.larder.gateway.exchange;

import dev.larder.http.client.OriginResponseListener;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.rfc9111.ResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** An origin with versions of a few resources, which responds as made up at random, or not at all. */
final class ScriptedOrigin {

    /** The version that a wrong entity tag names. */
    static final int NO_VERSION = 0;

    /** A field of a 304 to a request without conditions, which no client must get. */
    static final String UNFOUNDED = "X-Unfounded";

    private static final List<String> SHARED = List.of(
            "max-age=60",
            "max-age=60",
            "max-age=60",
            "s-maxage=3",
            "max-age=2, stale-while-revalidate=30",
            "max-age=2, stale-if-error=30",
            "max-age=0",
            "no-cache",
            "public, max-age=60");
    private static final List<String> NOT_SHARED = List.of("no-store", "private, max-age=60", "");
    private static final List<Integer> ERRORS = List.of(404, 404, 500, 503);

    private final RandomSchedule schedule;
    private final HistorySettings settings;
    private final int[] versions;
    private final int lengths;
    private final boolean varies;
    private final boolean validatable;
    private final List<ScriptedCall> calls = new ArrayList<>();
    private final List<ByteBuf> buffers = new ArrayList<>();

    ScriptedOrigin(RandomSchedule schedule, HistorySettings settings, int keys) {
        this.schedule = schedule;
        this.settings = settings;
        this.versions = new int[keys];
        for (int key = 0; key < keys; key++) {
            versions[key] = 1;
        }
        this.lengths = schedule.random().nextInt();
        this.varies = !settings.calm() && schedule.chance(25);
        this.validatable = settings.calm() || schedule.chance(80);
    }

    /** A response, before it is cut into pieces. */
    record Response(ResponseHead head, byte[] content) {}

    /** Returns whether responses differ by the Accept of requests. */
    boolean isVarying() {
        return varies;
    }

    /** Carries out a write: makes a new version of its resource and returns it. */
    int change(SimulatedRequest write) {
        int made = ++versions[write.key()];
        write.made(made);
        return made;
    }

    List<ScriptedCall> calls() {
        return calls;
    }

    /** Returns all buffers that listeners have been given, or would have been. */
    List<ByteBuf> buffers() {
        return buffers;
    }

    ScriptedCall ask(SimulatedRequest client, RequestHead request, OriginResponseListener listener) {
        var call = new ScriptedCall(this, client, request, listener);
        calls.add(call);
        client.calls().add(call);
        call.begin(schedule, settings);
        return call;
    }

    /** Returns the content of a write. */
    ByteBuf content() {
        ByteBuf content = Unpooled.copiedBuffer(new byte[] {1});
        buffers.add(content);
        return content;
    }

    /** Returns a response to another gateway. */
    Response present(int key, RequestHead request) {
        return fresh(request, content(key, versions[key], 0));
    }

    /** Acts on a write, or refuses it, and makes up a response. */
    private Response write(SimulatedRequest client, RequestHead request) {
        int key = client.key();
        if (schedule.chance(10)) {
            VersionedContent present = content(key, versions[key], 0);
            return whole(HeaderFields.builder().add(VersionedContent.FIELD, present.name()), 409, request, present);
        }
        VersionedContent made = content(key, change(client), 0);
        HeaderFields.Builder fields = HeaderFields.builder()
                .add(VersionedContent.FIELD, made.name())
                .add("Cache-Control", SHARED.get(schedule.random().nextInt(SHARED.size())))
                .add("ETag", made.entityTag());
        if (schedule.chance(70)) {
            fields.add("Content-Location", request.target().getRawPath());
        }
        if (varies) {
            fields.add("Vary", "Accept");
        }
        return whole(fields, 200, request, made);
    }

    /** Makes up a response with the present version. */
    Response respond(SimulatedRequest client, RequestHead request) {
        if (client.isWrite()) {
            return write(client, request);
        }
        SplittableRandom random = schedule.random();
        boolean conditional =
                request.fields().contains("If-None-Match") || request.fields().contains("If-Modified-Since");
        int chance = settings.calm() ? 0 : random.nextInt(100);
        VersionedContent present = content(client.key(), versions[client.key()], varies ? client.variant() : 0);
        if (conditional && chance < 70) {
            return notModified(request, present, chance < 25);
        }
        if (!settings.calm() && !conditional && !request.isUpgrade() && schedule.chance(4)) {
            return unfounded(present);
        }
        int status = chance >= 88 ? ERRORS.get(random.nextInt(ERRORS.size())) : 200;
        String control = chance >= 75 && chance < 84
                ? NOT_SHARED.get(random.nextInt(NOT_SHARED.size()))
                : settings.calm() ? SHARED.get(0) : SHARED.get(random.nextInt(SHARED.size()));
        HeaderFields.Builder fields = HeaderFields.builder().add(VersionedContent.FIELD, present.name());
        if (!control.isEmpty()) {
            fields.add("Cache-Control", control);
        }
        if (validatable) {
            fields.add("ETag", present.entityTag());
        }
        if (varies) {
            fields.add("Vary", "Accept");
        }
        Optional<String> range = request.fields().first("Range");
        return range.isPresent()
                        && !range.get().contains(",")
                        && status == 200
                        && request.method().equals("GET")
                        && random.nextBoolean()
                        && isPresent(request, present)
                ? part(fields, present, range.get().substring("bytes=".length()))
                : whole(fields, status, request, present);
    }

    /** Returns the content of one version; versions differ in length. */
    VersionedContent content(int key, int version, int variant) {
        int most = settings.longestContent() + 1;
        int length = Math.floorMod(lengths + 31 * key + 7_919 * version + 104_729 * variant, most);
        return new VersionedContent(key, version, variant, length);
    }

    /** Makes up a response with a content of this length, which the origin announces or not. */
    Response endless(SimulatedRequest client, int length) {
        int variant = varies ? client.variant() : 0;
        var content = new VersionedContent(client.key(), versions[client.key()], variant, length);
        HeaderFields.Builder fields = HeaderFields.builder()
                .add(VersionedContent.FIELD, content.name())
                .add("Cache-Control", SHARED.get(schedule.random().nextInt(SHARED.size())))
                .add("ETag", content.entityTag());
        if (schedule.random().nextBoolean()) {
            fields.add("Content-Length", Integer.toString(length));
        }
        if (varies) {
            fields.add("Vary", "Accept");
        }
        return new Response(new ResponseHead(200, fields.build()), content.octets());
    }

    private Response whole(HeaderFields.Builder fields, int status, RequestHead request, VersionedContent content) {
        if (schedule.chance(60)) {
            fields.add("Content-Length", Integer.toString(content.length()));
        } else {
            fields.add("Transfer-Encoding", "chunked");
        }
        boolean none = request.method().equals("HEAD");
        return new Response(new ResponseHead(status, fields.build()), none ? new byte[0] : content.octets());
    }

    /** Returns whether If-Range, if there is one, names the present version. */
    private static boolean isPresent(RequestHead request, VersionedContent present) {
        return request.fields()
                .first("If-Range")
                .filter(tag -> !tag.equals(present.entityTag()))
                .isEmpty();
    }

    private static Response part(HeaderFields.Builder fields, VersionedContent content, String range) {
        int dash = range.indexOf('-');
        int first = Integer.parseInt(range, 0, dash, 10);
        int end = dash == range.length() - 1
                ? content.length()
                : Math.min(content.length(), 1 + Integer.parseInt(range, dash + 1, range.length(), 10));
        if (first >= content.length()) {
            fields.add("Content-Range", "bytes */" + content.length()).add("Content-Length", "0");
            return new Response(new ResponseHead(416, fields.build()), new byte[0]);
        }
        int length = end - first;
        byte[] octets = new byte[length];
        System.arraycopy(content.octets(), first, octets, 0, length);
        fields.add("Content-Range", "bytes " + first + "-" + (end - 1) + "/" + content.length())
                .add("Content-Length", Integer.toString(length));
        return new Response(new ResponseHead(206, fields.build()), octets);
    }

    /** Confirms what the request names if that is the present version, else nothing; or names another entity tag. */
    private Response notModified(RequestHead request, VersionedContent present, boolean wrong) {
        Optional<VersionedContent> named =
                request.fields().first("If-None-Match").map(VersionedContent::of);
        boolean current = named.filter(present::equals).isPresent();
        if (!current && !wrong) {
            return fresh(request, present);
        }
        VersionedContent tag = wrong
                ? new VersionedContent(present.key(), NO_VERSION, present.variant(), present.length())
                : named.orElseThrow();
        HeaderFields.Builder fields =
                HeaderFields.builder().add("ETag", tag.entityTag()).add("Cache-Control", SHARED.get(0));
        if (varies) {
            fields.add("Vary", "Accept");
        }
        return new Response(new ResponseHead(304, fields.build()), new byte[0]);
    }

    private Response fresh(RequestHead request, VersionedContent present) {
        HeaderFields.Builder fields = HeaderFields.builder()
                .add(VersionedContent.FIELD, present.name())
                .add("Cache-Control", SHARED.get(0));
        if (validatable) {
            fields.add("ETag", present.entityTag());
        }
        if (varies) {
            fields.add("Vary", "Accept");
        }
        return whole(fields, 200, request, present);
    }

    private static Response unfounded(VersionedContent present) {
        return new Response(
                new ResponseHead(304, HeaderFields.of(UNFOUNDED, "1", "ETag", present.entityTag())), new byte[0]);
    }
}
