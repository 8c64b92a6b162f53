package dev.larder.gateway.demo;

import dev.larder.gateway.demo.LearningRepository.Listing;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The learning API as a function from request and {@code now} to response; its only state is the repository.
 *
 * <p>Serves {@code /{collection}}, {@code /{collection}/{id}}, {@code /{collection}/{id}/skills} and {@code /bulk/notes}.
 * Requests are handled one at a time, so that a condition still holds when the write it guards is made.
 */
final class LearningApi {

    private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private final LearningRepository repository;
    private final BulkNotes bulkNotes;
    private final String cacheControl;

    LearningApi(LearningRepository repository, Duration maxAge) {
        this.repository = repository;
        this.bulkNotes = new BulkNotes(repository);
        this.cacheControl = "max-age=" + maxAge.toSeconds();
    }

    /** Answers any request; one that cannot be performed is answered with a problem detail. */
    synchronized DemoResponse handle(DemoRequest request, Instant now) {
        if (request.path().equals(BulkNotes.PATH)) {
            return bulkNotes.handle(request, now);
        }
        return LearningPath.parse(request.path())
                .map(path -> onResource(request, path, now))
                .orElseGet(() -> DemoProblems.notFound(request.path()));
    }

    private DemoResponse onResource(DemoRequest request, LearningPath path, Instant now) {
        if (path.id().isEmpty()) {
            return onCollection(request, path.collection(), now);
        }
        return repository
                .find(path.collection(), path.id().get())
                .map(item -> path.skills() ? onSkillsOf(request, item) : onItem(request, path.collection(), item, now))
                .orElseGet(() -> DemoProblems.notFound(request.path()));
    }

    private DemoResponse onCollection(DemoRequest request, LearningCollection collection, Instant now) {
        var current = ItemRepresentation.of(repository.list(collection));
        return switch (request.method()) {
            case "GET", "HEAD" -> current.answer(request, cacheControl);
            case "POST" ->
                withFields(
                        request,
                        collection,
                        fields -> guarded(request, current, () -> {
                            var created = repository.create(collection, fields, now);
                            return ItemRepresentation.of(created)
                                    .content(201)
                                    .with("Location", "/" + collection.segment() + "/" + created.id());
                        }));
            default -> DemoProblems.methodNotAllowed(request, "GET, HEAD, POST");
        };
    }

    private DemoResponse onItem(DemoRequest request, LearningCollection collection, DemoItem item, Instant now) {
        var current = ItemRepresentation.of(item);
        return switch (request.method()) {
            case "GET", "HEAD" -> current.answer(request, cacheControl);
            case "PUT" ->
                withFields(
                        request,
                        collection,
                        fields -> guarded(request, current, () -> {
                            var replaced = repository.replace(collection, item.id(), fields, now);
                            return ItemRepresentation.of(replaced).content(200);
                        }));
            case "DELETE" ->
                guarded(request, current, () -> {
                    repository.delete(collection, item.id(), now);
                    return DemoResponse.of(204);
                });
            default -> DemoProblems.methodNotAllowed(request, "GET, HEAD, PUT, DELETE");
        };
    }

    private DemoResponse onSkillsOf(DemoRequest request, DemoItem owner) {
        if (!request.isGetOrHead()) {
            return DemoProblems.methodNotAllowed(request, "GET, HEAD");
        }
        var referred = new HashSet<>(owner.references("skills"));
        var all = repository.list(LearningCollection.SKILLS);
        var skills = all.items().stream()
                .filter(skill -> referred.contains(skill.id()))
                .toList();
        var modified = all.modified().isAfter(owner.modified()) ? all.modified() : owner.modified();
        return ItemRepresentation.of(new Listing(skills, modified)).answer(request, cacheControl);
    }

    /** Performs the write unless a condition of the request fails; a request that is wrong anyway never gets here. */
    private static DemoResponse guarded(DemoRequest request, ItemRepresentation current, Supplier<DemoResponse> write) {
        return current.refusal(request).orElseGet(write);
    }

    private static DemoResponse withFields(
            DemoRequest request, LearningCollection collection, Function<Map<String, Object>, DemoResponse> write) {
        return fields(request)
                .filter(fields -> fields.get(collection.requiredField()) instanceof String)
                .map(write)
                .orElseGet(() -> DemoProblems.badRequest(
                        "The content must be a JSON object with the string \"" + collection.requiredField() + "\"."));
    }

    private static Optional<Map<String, Object>> fields(DemoRequest request) {
        try {
            return Optional.ofNullable(JsonMapper.shared().readValue(request.content(), OBJECT));
        } catch (JacksonException malformed) {
            return Optional.empty();
        }
    }
}
