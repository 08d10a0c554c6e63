#include "cfa/proof.h"

const char *const proof_kind_names[] = {
#define PROOF_NAME(kind, name, claim) name,
    PROOF_KINDS(PROOF_NAME)
#undef PROOF_NAME
};

const char *const proof_kind_claims[] = {
#define PROOF_CLAIM(kind, name, claim) claim,
    PROOF_KINDS(PROOF_CLAIM)
#undef PROOF_CLAIM
};

void proof_free(proof_t *proof) {
    if (proof->release) proof->release(proof->owner);
    *proof = (proof_t){0};
}
