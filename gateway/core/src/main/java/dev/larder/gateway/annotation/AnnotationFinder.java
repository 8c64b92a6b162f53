package dev.larder.gateway.annotation;

import java.lang.annotation.Annotation;
import java.util.Optional;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;

/** Finds annotations, including meta-annotations. */
final class AnnotationFinder {

    private AnnotationFinder() {}

    /** Returns the annotation of that type. */
    static <A extends Annotation> Optional<A> find(Class<A> type, MergedAnnotations annotations) {
        return annotations.get(type).synthesize(MergedAnnotation::isPresent);
    }
}
