package dev.larder.writes.intake;

import dev.larder.gateway.exchange.Problem;
import dev.larder.gateway.route.Reach;
import dev.larder.journal.NoSpaceException;
import dev.larder.rfc9111.HeaderFields;
import dev.larder.rfc9111.RequestHead;
import dev.larder.writes.buffer.Acceptance;
import dev.larder.writes.buffer.Acceptance.Refusal;
import dev.larder.writes.buffer.Archive;
import dev.larder.writes.buffer.Content;
import dev.larder.writes.buffer.Digest;
import dev.larder.writes.buffer.Repeat;
import dev.larder.writes.buffer.Reservation;
import dev.larder.writes.buffer.Upload;
import dev.larder.writes.buffer.WriteBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Takes in requests that are acknowledged before their origin has them. */
public final class Intake {

    private static final int PIECES_AHEAD = 4;
    private static final int LONGEST_KEY = 256;

    private final WriteBuffer buffer;
    private final Archive archive;

    /** Into that buffer, which is that of the archive. */
    public Intake(WriteBuffer buffer, Archive archive) {
        this.buffer = buffer;
        this.archive = archive;
    }

    /**
     * Takes a request in, or declines it; the content is not read if the head alone is reason enough.
     *
     * @param request as it would be forwarded
     * @param content of the request
     * @param reach what it makes wrong
     * @param credentials what tells users apart: one's Idempotency-Key is not another's
     */
    public Mono<Verdict> take(
            RequestHead request, Flux<DataBuffer> content, Reach reach, Buffering buffering, String credentials) {
        String channel = reach.rule().name();
        Optional<Problem> problem = Requirements.problem(request, buffering);
        if (problem.isPresent()) {
            return Mono.just(new Verdict.Declined(problem.get()));
        }
        return Mono.using(
                () -> buffer.reserve(channel, Requirements.announced(request)),
                room -> room.map(taken -> read(request, content, reach, buffering, credentials, taken))
                        .orElseGet(() -> Mono.just(new Verdict.Declined(problem(Refusal.FULL)))),
                room -> room.ifPresent(Reservation::release));
    }

    private Mono<Verdict> read(
            RequestHead request,
            Flux<DataBuffer> content,
            Reach reach,
            Buffering buffering,
            String credentials,
            Reservation room) {
        boolean small =
                request.fields().contains("Content-Length") && Requirements.announced(request) <= Gathering.IN_MEMORY;
        var gathering = new Gathering(archive, room, buffering.maxLength());
        Flux<DataBuffer> pieces = small
                ? content
                : content.publishOn(Schedulers.boundedElastic(), PIECES_AHEAD)
                        .doOnDiscard(DataBuffer.class, DataBufferUtils::release);
        return pieces.doOnNext(piece -> add(gathering, piece))
                .then(Mono.defer(() -> gathered(
                        gathering,
                        buffering,
                        room,
                        whole -> upload(request, whole, gathering.digest(), reach, buffering, credentials))))
                .doOnCancel(() -> abort(gathering))
                .onErrorResume(error -> {
                    abort(gathering);
                    return declined(Exceptions.unwrap(error), buffering);
                });
    }

    private static void abort(Gathering gathering) {
        Schedulers.boundedElastic().schedule(gathering::abort);
    }

    private static void add(Gathering gathering, DataBuffer piece) {
        try (DataBuffer.ByteBufferIterator buffers = piece.readableByteBuffers()) {
            while (buffers.hasNext()) {
                gathering.add(buffers.next());
            }
        } catch (IOException e) {
            throw Exceptions.propagate(e);
        } finally {
            DataBufferUtils.release(piece);
        }
    }

    private Mono<Verdict> declined(Throwable error, Buffering buffering) {
        if (error instanceof Gathering.TooLargeException) {
            return Mono.just(new Verdict.Declined(Requirements.tooLarge(buffering)));
        }
        if (error instanceof Gathering.NoRoomException) {
            return Mono.just(new Verdict.Declined(problem(Refusal.FULL)));
        }
        if (error instanceof NoSpaceException) {
            archive.starve();
            return Mono.just(new Verdict.Declined(problem(Refusal.DISK_FULL)));
        }
        return Mono.error(error);
    }

    /** What is made of a content that has come whole. */
    @FunctionalInterface
    private interface Uploads {

        Upload of(Content content) throws IOException;
    }

    private Mono<Verdict> gathered(Gathering gathering, Buffering buffering, Reservation room, Uploads uploads) {
        Content content;
        try {
            content = gathering.content();
        } catch (IOException e) {
            return Mono.error(e);
        }
        try {
            Optional<String> fault = buffering.json() ? Json.fault(open(content)) : Optional.empty();
            if (fault.isEmpty()) {
                Upload upload = uploads.of(content);
                return Mono.fromCompletionStage(() -> buffer.accept(upload, room))
                        .publishOn(Schedulers.parallel())
                        .map(Intake::verdict);
            }
            archive.discard(content);
            String detail = "The content has to be one JSON text: " + fault.get() + ".";
            return Mono.just(new Verdict.Declined(new Problem(HttpStatus.BAD_REQUEST, detail)));
        } catch (IOException | RuntimeException e) {
            archive.discard(content);
            return Mono.error(e);
        }
    }

    private Upload upload(
            RequestHead request, Content content, Digest digest, Reach reach, Buffering buffering, String credentials)
            throws IOException {
        String channel = reach.rule().name();
        String key = key(request, content, buffering.orderBy());
        Optional<Repeat> repeat = Requirements.key(request)
                .map(given -> new Repeat(Digest.of(channel, credentials, given), whole(request, digest)));
        return new Upload(
                channel,
                key.length() > LONGEST_KEY ? Digest.of(key).toString() : key,
                kept(request, buffering),
                repeat,
                reach.ofWrite(),
                content);
    }

    private InputStream open(Content content) throws IOException {
        return content instanceof Content.InFile file ? archive.file(file.name()) : ((Content.Inline) content).open();
    }

    private String key(RequestHead request, Content content, OrderKey orderBy) throws IOException {
        return switch (orderBy.source()) {
            case PATH -> request.target().getRawPath();
            case TARGET ->
                request.target().getRawPath()
                        + Optional.ofNullable(request.target().getRawQuery())
                                .map(query -> "?" + query)
                                .orElse("");
            case HEADER -> request.fields().combined(orderBy.name());
            case QUERY ->
                String.join(
                        ",",
                        UriComponentsBuilder.fromUri(request.target())
                                .build()
                                .getQueryParams()
                                .getOrDefault(orderBy.name(), List.of()));
            case JSON -> Json.member(open(content), orderBy.name());
            case NONE -> UUID.randomUUID().toString();
        };
    }

    private static Digest whole(RequestHead request, Digest content) {
        return Digest.of(
                request.method(),
                request.target().toString(),
                request.fields().combined("Content-Type"),
                content.toString());
    }

    /** The head with the fields that are kept: what describes the content, and what the rule names. */
    private static RequestHead kept(RequestHead request, Buffering buffering) {
        HeaderFields.Builder fields = HeaderFields.builder();
        request.fields().forEach(field -> {
            boolean describes = field.name().equalsIgnoreCase("Content-Type")
                    || field.name().equalsIgnoreCase("Content-Encoding")
                    || field.name().equalsIgnoreCase("Content-Language");
            if (describes || buffering.fields().stream().anyMatch(field.name()::equalsIgnoreCase)) {
                fields.add(field.name(), field.value());
            }
        });
        return request.withFields(fields.build());
    }

    private static Verdict verdict(Acceptance acceptance) {
        return acceptance instanceof Acceptance.Accepted accepted
                ? new Verdict.Acknowledged(accepted.id())
                : new Verdict.Declined(problem(((Acceptance.Refused) acceptance).why()));
    }

    private static Problem problem(Refusal refusal) {
        return switch (refusal) {
            case FULL -> new Problem(HttpStatus.SERVICE_UNAVAILABLE, "The write buffer is full. Retry later.");
            case DISK_FULL ->
                new Problem(HttpStatus.SERVICE_UNAVAILABLE, "The disk of the write log is full. Retry later.");
            case NOT_DURABLE ->
                new Problem(HttpStatus.SERVICE_UNAVAILABLE, "The write could not be stored durably. Retry later.");
            case NOT_HELD ->
                new Problem(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "The other gateways of the cluster could not be notified. Retry later.");
            case CLOSING -> new Problem(HttpStatus.SERVICE_UNAVAILABLE, "The gateway is shutting down. Retry later.");
            case KEY_REUSED ->
                new Problem(
                        HttpStatus.UNPROCESSABLE_CONTENT,
                        "This Idempotency-Key was already used for a different request. Use a new key.");
        };
    }
}
