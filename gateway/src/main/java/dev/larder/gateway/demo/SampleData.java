package dev.larder.gateway.demo;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the demo origin knows when it starts: the same on every start. */
final class SampleData {

    private static final List<String> SKILLS = List.of("Java", "SQL", "Testing", "Kubernetes", "Facilitation");
    private static final List<String> PATHS = List.of("Backend engineer", "Site reliability", "Team lead");
    private static final List<String> GIVEN = List.of("Ada", "Barbara", "Edsger", "Grace", "Niklaus");
    private static final List<String> FAMILY = List.of("Adler", "Berg", "Chen", "Diaz");

    private SampleData() {}

    /** Five skills, three paths and twenty users that refer to them. */
    static LearningRepository load(Instant now) {
        var repository = new LearningRepository(now);
        SKILLS.forEach(title -> repository.create(LearningCollection.SKILLS, Map.of("title", title), now));
        for (int i = 0; i < PATHS.size(); i++) {
            repository.create(LearningCollection.PATHS, named("title", PATHS.get(i), List.of(i + 1, i + 2)), now);
        }
        for (int i = 0; i < GIVEN.size() * FAMILY.size(); i++) {
            var name = GIVEN.get(i % GIVEN.size()) + " " + FAMILY.get(i / GIVEN.size());
            repository.create(LearningCollection.USERS, named("name", name, List.of(i % SKILLS.size() + 1)), now);
        }
        return repository;
    }

    private static Map<String, Object> named(String field, String name, List<Integer> skills) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put(field, name);
        fields.put("skills", skills);
        return fields;
    }
}
