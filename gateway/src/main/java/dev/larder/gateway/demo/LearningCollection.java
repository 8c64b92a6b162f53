package dev.larder.gateway.demo;

import java.util.Arrays;
import java.util.Optional;

/** The collections of the learning API. */
enum LearningCollection {
    USERS("users", "name"),
    PATHS("paths", "title"),
    SKILLS("skills", "title"),
    NOTES("notes", "text");

    private final String segment;
    private final String requiredField;

    LearningCollection(String segment, String requiredField) {
        this.segment = segment;
        this.requiredField = requiredField;
    }

    /** The collection whose first path segment this is. */
    static Optional<LearningCollection> ofSegment(String segment) {
        return Arrays.stream(values()).filter(it -> it.segment.equals(segment)).findFirst();
    }

    /** Whether its items refer to skills. */
    boolean hasSkillReferences() {
        return this == USERS || this == PATHS;
    }

    String segment() {
        return segment;
    }

    /** The field without which an item of this collection says nothing. */
    String requiredField() {
        return requiredField;
    }
}
