package dev.larder.gateway.demo;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The bulk endpoint of the notes: takes a batch of them once, however often it comes, and answers for each of them. */
final class BulkNotes {

    /** Where it is. */
    static final String PATH = "/bulk/notes";

    private static final int REMEMBERED = 1_000;
    private static final TypeReference<List<Map<String, Object>>> OBJECTS = new TypeReference<>() {};

    private final LearningRepository repository;
    private final Map<String, DemoResponse> answered = new LinkedHashMap<>() {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, DemoResponse> eldest) {
            return size() > REMEMBERED;
        }
    };

    BulkNotes(LearningRepository repository) {
        this.repository = repository;
    }

    /** Answers a request for the endpoint; one that is repeated with its Idempotency-Key as before. */
    DemoResponse handle(DemoRequest request, Instant now) {
        if (!request.method().equals("POST")) {
            return DemoProblems.methodNotAllowed(request, "POST");
        }
        return request.field("Idempotency-Key")
                .map(key -> answered.computeIfAbsent(key, first -> write(request, now)))
                .orElseGet(() -> write(request, now));
    }

    private DemoResponse write(DemoRequest request, Instant now) {
        List<Map<String, Object>> notes;
        try {
            notes = List.copyOf(JsonMapper.shared().readValue(request.content(), OBJECTS));
        } catch (JacksonException | NullPointerException malformed) {
            return DemoProblems.badRequest("The content must be a JSON array of objects.");
        }
        List<Map<String, Object>> results =
                notes.stream().map(fields -> write(fields, now)).toList();
        return DemoResponse.of(207)
                .content("application/json", JsonMapper.shared().writeValueAsString(results) + "\n");
    }

    private Map<String, Object> write(Map<String, Object> fields, Instant now) {
        Map<String, Object> result = new LinkedHashMap<>();
        boolean complete = fields.get(LearningCollection.NOTES.requiredField()) instanceof String;
        result.put("status", complete ? 201 : 400);
        result.put(
                "body",
                complete
                        ? repository
                                .create(LearningCollection.NOTES, fields, now)
                                .representation()
                        : "There is no string \"" + LearningCollection.NOTES.requiredField() + "\".");
        return result;
    }
}
