/* bst - a multiset of integers kept in a binary search tree.
 * Input: +N inserts, -N deletes one copy, ?N asks, p prints, s sums up.
 */
#include <stdio.h>
#include <stdlib.h>

#define MAX_NODES 2000
#define MAX_COUNT 1000

typedef struct node {
    int key;
    int count;
    struct node *left, *right;
} node;

static node *root;
static int node_total;

static node **locate(int key)
{
    node **p = &root;

    while (*p != NULL && (*p)->key != key)
        p = key < (*p)->key ? &(*p)->left : &(*p)->right;
    return p;
}

static int insert(int key)
{
    node **p = locate(key);

    if (*p != NULL) {
        if ((*p)->count >= MAX_COUNT)
            return 0;
        (*p)->count++;
        return 1;
    }
    if (node_total >= MAX_NODES)
        return 0;
    *p = malloc(sizeof **p);
    if (*p == NULL)
        return 0;
    (*p)->key = key;
    (*p)->count = 1;
    (*p)->left = (*p)->right = NULL;
    node_total++;
    return 1;
}

/* unlink and free the node that *p points to */
static void drop_node(node **p)
{
    node *old = *p;

    if (old->left == NULL) {
        *p = old->right;
        free(old);
    } else if (old->right == NULL) {
        *p = old->left;
        free(old);
    } else {
        node **q = &old->right;
        node *succ;

        while ((*q)->left != NULL)
            q = &(*q)->left;
        succ = *q;
        *q = succ->right;
        succ->left = old->left;
        succ->right = old->right;
        *p = succ;
        free(old);
    }
    node_total--;
}

/* remove one copy of key and tell how many remain */
static int delete(int key)
{
    node **p = locate(key);
    node *n = *p;

    if (n == NULL)
        return 0;
    n->count--;
    if (n->count == 0)
        drop_node(p);
    printf("%d: %d left\n", key, n->count);
    return 1;
}

/* in order, without recursion: the path to the current node is stacked */
static void print_tree(void)
{
    const node *stack[MAX_NODES];
    const node *n = root;
    int top = 0;

    while (n != NULL || top > 0) {
        while (n != NULL) {
            stack[top++] = n;
            n = n->left;
        }
        n = stack[--top];
        if (n->count > 1)
            printf(" %dx%d", n->key, n->count);
        else
            printf(" %d", n->key);
        n = n->right;
    }
}

/* sum by an explicit stack; every node is pushed at most once */
static long long sum_tree(void)
{
    const node *stack[MAX_NODES];
    int top = 0;
    long long sum = 0;

    if (root != NULL)
        stack[top++] = root;
    while (top > 0) {
        const node *n = stack[--top];
        sum += (long long)n->key * n->count;
        if (n->left != NULL)
            stack[top++] = n->left;
        if (n->right != NULL)
            stack[top++] = n->right;
    }
    return sum;
}

/* rotate left children up until there are none, then free the top */
static void free_tree(void)
{
    while (root != NULL) {
        node *l = root->left;

        if (l != NULL) {
            root->left = l->right;
            l->right = root;
            root = l;
        } else {
            node *r = root->right;
            free(root);
            root = r;
        }
    }
    node_total = 0;
}

int main(void)
{
    char op;
    int key;

    while (scanf(" %c", &op) == 1) {
        if (op == 'p') {
            printf("(");
            print_tree();
            printf(" )\n");
            continue;
        }
        if (op == 's') {
            printf("sum %lld in %d nodes\n", sum_tree(), node_total);
            continue;
        }
        if (op != '+' && op != '-' && op != '?') {
            fprintf(stderr, "unknown command '%c'\n", op);
            continue;
        }
        if (scanf("%9d", &key) != 1) {
            fprintf(stderr, "number expected after '%c'\n", op);
            continue;
        }
        if (op == '+') {
            if (!insert(key))
                printf("no room for %d\n", key);
        } else if (op == '-') {
            if (!delete(key))
                printf("%d is not there\n", key);
        } else {
            node **p = locate(key);
            printf("%d: %d\n", key, *p != NULL ? (*p)->count : 0);
        }
    }
    free_tree();
    return 0;
}
