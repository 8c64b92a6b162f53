package dev.larder.gateway.demo;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a path of the learning API names: a collection, one item of it, or the skills that an item refers to.
 *
 * @param id absent for the collection itself
 * @param skills whether the path goes on to the item's skills
 */
record LearningPath(LearningCollection collection, Optional<Long> id, boolean skills) {

    private static final Pattern FORM = Pattern.compile("/([a-z]+)(?:/([1-9][0-9]{0,17})(/skills)?)?");

    /** Empty where the path names nothing of the API. */
    static Optional<LearningPath> parse(String path) {
        var form = FORM.matcher(path);
        if (!form.matches()) {
            return Optional.empty();
        }
        var id = Optional.ofNullable(form.group(2)).map(Long::valueOf);
        var skills = form.group(3) != null;
        return LearningCollection.ofSegment(form.group(1))
                .filter(collection -> !skills || collection.hasSkillReferences())
                .map(collection -> new LearningPath(collection, id, skills));
    }
}
